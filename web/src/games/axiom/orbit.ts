/** Pointers over the 3D view: one turns it, two zoom it, a short one is a tap. */

export interface OrbitEvents {
  /** Turn by so many degrees. */
  turn(azimuth: number, elevation: number): void;
  zoom(factor: number): void;
  /** Let it run out with this speed, in degrees a second. */
  coast(azimuth: number, elevation: number): void;
  tap(x: number, y: number, touch: boolean): void;
  /** A mouse is over a point; `null` once it has left. */
  hover(point: { x: number; y: number } | null): void;
  /** A finger or button went down or up. */
  hold(down: boolean): void;
}

const DEGREES_PER_PIXEL = 0.4;
/** A drag over so many pixels is an orbit, not a tap. */
const SLOP = 6;

interface Pointer {
  x: number;
  y: number;
}

/** Listens on an element; answers with a function that stops. */
export function listen(element: HTMLElement, events: OrbitEvents): () => void {
  const pointers = new Map<number, Pointer>();
  let start: Pointer | null = null; // null once it has become a drag
  let speed = { azimuth: 0, elevation: 0, time: 0 };

  const at = (event: PointerEvent | WheelEvent): Pointer => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [a, b] = [...pointers.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  };

  const down = (event: PointerEvent) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, at(event));
    start = pointers.size === 1 ? at(event) : null;
    speed = { azimuth: 0, elevation: 0, time: event.timeStamp };
    events.hold(true);
  };

  const move = (event: PointerEvent) => {
    const pointer = pointers.get(event.pointerId);
    const here = at(event);
    if (!pointer) {
      if (event.pointerType === "mouse") events.hover(here);
      return;
    }
    if (start && Math.hypot(here.x - start.x, here.y - start.y) <= SLOP) return;
    start = null;
    const before = spread();
    const [dx, dy] = [here.x - pointer.x, here.y - pointer.y];
    pointers.set(event.pointerId, here);
    if (before) events.zoom(before / Math.max(1, spread()));
    const share = DEGREES_PER_PIXEL / pointers.size;
    const turned = { azimuth: -dx * share, elevation: dy * share };
    events.turn(turned.azimuth, turned.elevation);
    const seconds = Math.max(1, event.timeStamp - speed.time) / 1000;
    speed = {
      azimuth: turned.azimuth / seconds,
      elevation: turned.elevation / seconds,
      time: event.timeStamp,
    };
  };

  const up = (event: PointerEvent) => {
    if (!pointers.delete(event.pointerId)) return;
    if (pointers.size) return;
    events.hold(false);
    if (start && event.type === "pointerup") events.tap(start.x, start.y, event.pointerType !== "mouse");
    else if (event.timeStamp - speed.time < 60) events.coast(speed.azimuth, speed.elevation);
    start = null;
  };

  const wheel = (event: WheelEvent) => {
    event.preventDefault();
    events.zoom(Math.exp(event.deltaY * (event.deltaMode ? 0.04 : 0.0012)));
  };
  const leave = () => events.hover(null);

  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("pointerleave", leave);
  element.addEventListener("wheel", wheel, { passive: false });
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("pointerleave", leave);
    element.removeEventListener("wheel", wheel);
  };
}
