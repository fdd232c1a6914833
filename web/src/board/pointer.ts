/** The cell an event is about: the nearest drawn thing that names one. */
export function cellAt(event: Event): string | null {
  return cellOf(event.target);
}

/** The cell below a pointer that has been captured: what is drawn there, not where its events go. */
export function cellUnder({ clientX, clientY }: PointerEvent): string | null {
  return cellOf(document.elementFromPoint(clientX, clientY));
}

function cellOf(drawn: EventTarget | null): string | null {
  return drawn instanceof Element ? (drawn.closest("[data-cell]")?.getAttribute("data-cell") ?? null) : null;
}
