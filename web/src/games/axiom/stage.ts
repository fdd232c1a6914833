/**
 * Axiom in space: the renderer and everything it draws. It knows no rules and no words; it is given a position and marks,
 * and is asked what lies under a point. It draws on demand and rests while nothing changes.
 */

import { NeutralToneMapping, PCFShadowMap, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";
import { type Playback, playback } from "./animation";
import {
  aim,
  fit,
  type Framing,
  holds,
  limited,
  nearestAzimuth,
  outline,
  type Pose as CameraPose,
  SEAT_ELEVATION,
  seatPose,
  type Window,
} from "./camera";
import { COARSE, FINE, toVector } from "./geometry";
import { FLOAT, Marks, type MarkSet, NO_MARKS } from "./marks";
import { PALETTES, type Palette, type Theme } from "./palette";
import { type Hit, pick, rayThrough, sees, seesCell } from "./picking";
import { cubePose, Pieces, posesOf, Shapes } from "./pieces";
import { faceCentre } from "./route";
import type { Step } from "./scene";
import type { Spot } from "./slip";
import { type Cell, cubeAt, type Direction, type Face, type Position, sameCell, step } from "./space";
import { Studio } from "./studio";
import type { Target } from "./targets";
import { Thumbnails } from "./thumbnails";

export interface StageEvents {
  /** The camera has moved or the picture has a new size: labels must be placed again. */
  view(): void;
  /** Even the plainest picture takes too long here. */
  slow(): void;
  /** The graphics card took the picture away. */
  lost(): void;
}

const BEHIND_ELEVATION = 32;
const TOO_SLOW_MILLISECONDS = 400;
const SLUGGISH_MILLISECONDS = 24;
const FRAMES_TO_JUDGE = 20;
/** The ladder: finer to coarser pixels; the last rung is "low". */
const PIXEL_RATIOS = [2, 1.5, 1] as const;

interface Tween {
  readonly pose: [CameraPose, CameraPose];
  readonly framing: [Framing, Framing];
  readonly start: number;
  readonly milliseconds: number;
}

export class Stage {
  readonly #canvas: HTMLCanvasElement;
  readonly #behind: HTMLCanvasElement;
  readonly #events: StageEvents;
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #camera = new PerspectiveCamera();
  readonly #behindCamera = new PerspectiveCamera();

  #studio!: Studio;
  #shapes!: Shapes;
  #pieces!: Pieces;
  #marks!: Marks;
  #thumbnails!: Thumbnails;

  #low: boolean;
  #rung = 0;
  #palette: Palette = PALETTES.light;
  #position: Position = { cubes: [], sceptres: [] };
  #markSet: MarkSet = NO_MARKS;
  #animate = true;
  #viewpoint = 0;

  #window: Window = { width: 1, height: 1, top: 0, right: 0, bottom: 0, left: 0 };
  #pose: CameraPose = seatPose(0);
  #framing: Framing = { centre: new Vector3(), distance: 10 };
  #tween: Tween | null = null;
  #coast = { azimuth: 0, elevation: 0 };
  #held = false;

  #film: { playback: Playback; start: number; done: () => void } | null = null;
  #frame = 0;
  #lastFrame = 0;
  readonly #frameTimes: number[] = [];

  /** Throws where there is no WebGL 2. */
  constructor(canvas: HTMLCanvasElement, behind: HTMLCanvasElement, low: boolean, events: StageEvents) {
    this.#canvas = canvas;
    this.#behind = behind;
    this.#events = events;
    this.#low = low;
    this.#renderer = new WebGLRenderer({ canvas, alpha: true, antialias: true, powerPreference: "high-performance" });
    this.#renderer.autoClear = false;
    this.#renderer.setClearColor(0x000000, 0); // before the first picture its own default would be opaque
    this.#renderer.toneMapping = NeutralToneMapping;
    this.#renderer.shadowMap.type = PCFShadowMap;
    this.#renderer.shadowMap.autoUpdate = false;
    canvas.addEventListener("webglcontextlost", this.#lost);
    document.addEventListener("visibilitychange", this.invalidate);
    this.#build();
  }

  readonly #lost = (event: Event) => {
    event.preventDefault();
    this.#events.lost();
  };

  #build(): void {
    this.#renderer.shadowMap.enabled = !this.#low;
    this.#shapes = new Shapes(this.#low ? COARSE : FINE);
    this.#studio = new Studio(this.#scene, this.#renderer, this.#low);
    this.#pieces = new Pieces(this.#shapes, this.#studio.materials);
    this.#marks = new Marks(this.#shapes, this.#studio.materials.ghost);
    this.#thumbnails = new Thumbnails(this.#shapes, this.#scene.environment);
    this.#scene.add(this.#pieces.group, this.#marks.group);
  }

  #demolish(): void {
    this.#scene.remove(this.#pieces.group, this.#marks.group);
    for (const part of [this.#thumbnails, this.#marks, this.#pieces, this.#studio, this.#shapes]) part.dispose();
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#canvas.removeEventListener("webglcontextlost", this.#lost);
    document.removeEventListener("visibilitychange", this.invalidate);
    this.#demolish();
    this.#renderer.dispose();
  }

  // --- What is shown -----------------------------------------------------------------------------------------------

  paint(theme: Theme): void {
    this.#palette = PALETTES[theme];
    this.#studio.paint(this.#palette);
    this.#marks.paint(this.#palette);
    this.#showStill();
  }

  set animate(on: boolean) {
    this.#animate = on && !this.#low;
  }

  /** A new position; the camera follows only if something would leave the view, or if it stands needlessly far. */
  setPosition(position: Position): void {
    const first = this.#position.cubes.length === 0;
    this.#position = position;
    this.#studio.update(position);
    this.#markSet = NO_MARKS;
    if (first) this.reset(false);
    else this.#keepInView(true);
    this.#showStill();
  }

  setMarks(marks: MarkSet): void {
    this.#markSet = marks;
    this.#keepInView(false);
    this.#showStill();
  }

  /** Plays a move that leads to the present position; resolves when it is over or was skipped. */
  play(before: Position, steps: readonly Step[]): Promise<void> {
    this.skip();
    if (!this.#animate || !steps.length) return Promise.resolve();
    return new Promise((done) => {
      this.#film = { playback: playback(before, steps), start: performance.now(), done };
      this.invalidate();
    });
  }

  /** Jumps to the end of a move that is being played. */
  skip(): void {
    const film = this.#film;
    if (!film) return;
    this.#film = null;
    this.#showStill();
    film.done();
  }

  #showStill(): void {
    if (this.#film) return;
    const { chosen } = this.#markSet;
    const floating = chosen?.kind === "cube" ? cubeAt(this.#position, chosen.cell) : undefined;
    const poses = floating
      ? [
          ...posesOf({ ...this.#position, cubes: this.#position.cubes.filter((cube) => cube !== floating) }),
          cubePose(floating, FLOAT),
        ]
      : posesOf(this.#position);
    this.#pieces.show(poses, this.#palette);
    this.#marks.show(this.#markSet, this.#position, this.#palette);
    this.invalidate();
  }

  #showFilm(now: number): void {
    const film = this.#film!;
    const time = now - film.start;
    if (time >= film.playback.milliseconds) return this.skip();
    const { poses, leaving } = film.playback.at(time);
    this.#pieces.show(poses, this.#palette);
    this.#marks.show(NO_MARKS, this.#position, this.#palette);
    this.#marks.hatch(leaving && leaving.fading === 0 ? leaving.pose : null);
    this.#marks.ghost(leaving && leaving.fading > 0 ? leaving.pose : null, this.#palette, 1 - (leaving?.fading ?? 0));
  }

  // --- The camera --------------------------------------------------------------------------------------------------

  resize(window: Window): void {
    const same = window.width === this.#window.width && window.height === this.#window.height;
    const sheet = window.bottom !== this.#window.bottom;
    this.#window = window;
    if (!same) {
      this.#setPixelRatio();
      this.#framing = fit(this.#points(), this.#pose, window);
    } else if (sheet) {
      this.#moveTo(this.#pose, fit(this.#points(), this.#pose, window), 400);
    }
    this.invalidate();
  }

  #setPixelRatio(): void {
    const { width, height } = this.#window;
    const cap = this.#low ? 1 : PIXEL_RATIOS[this.#rung]!;
    this.#renderer.setPixelRatio(Math.min(globalThis.devicePixelRatio, cap));
    this.#renderer.setSize(width, height, false);
  }

  /** The seat the camera belongs to. */
  set viewpoint(seat: number) {
    if (seat === this.#viewpoint) return;
    this.#viewpoint = seat;
    this.reset();
  }

  reset(smooth = true): void {
    const home = seatPose(this.#viewpoint);
    const pose = { ...home, azimuth: nearestAzimuth(this.#pose.azimuth, home.azimuth) };
    this.#moveTo(pose, fit(this.#points(), pose, this.#window), smooth ? 400 : 0);
  }

  otherSide(): void {
    this.#goTo({ ...this.#pose, azimuth: this.#pose.azimuth + 180, elevation: SEAT_ELEVATION, zoom: 1 }, 600);
  }

  above(): void {
    this.#goTo({ ...this.#pose, elevation: 84, zoom: 1 }, 400);
  }

  /** Turns the camera until a hidden face can be seen. */
  lookAt(face: Face): void {
    const normal = toVector(face.direction);
    const candidates: CameraPose[] = [];
    for (let turn = 0; turn < 360; turn += 15) {
      for (const elevation of [SEAT_ELEVATION, 50, 12, 75]) {
        candidates.push({ azimuth: this.#pose.azimuth + turn, elevation, zoom: 1 });
      }
    }
    const probe = new PerspectiveCamera();
    const seen = candidates
      .map((pose) => {
        aim(probe, pose, fit(this.#points(), pose, this.#window), this.#window);
        const towards = probe.position.clone().sub(faceCentre(face)).normalize();
        const azimuth = nearestAzimuth(this.#pose.azimuth, pose.azimuth);
        const cost = Math.abs(azimuth - this.#pose.azimuth) / 90 + Math.abs(pose.elevation - SEAT_ELEVATION) / 60;
        return {
          pose: { ...pose, azimuth },
          seen: sees(this.#position, probe, face),
          value: 2 * towards.dot(normal) - cost,
        };
      })
      .filter(({ seen }) => seen)
      .sort((a, b) => b.value - a.value);
    if (seen[0]) this.#goTo(seen[0].pose, 600);
  }

  turn(azimuth: number, elevation: number): void {
    this.#tween = null;
    this.#coast = { azimuth: 0, elevation: 0 };
    this.#pose = limited({
      azimuth: this.#pose.azimuth + azimuth,
      elevation: this.#pose.elevation + elevation,
      zoom: this.#pose.zoom,
    });
    this.invalidate();
  }

  zoom(factor: number): void {
    this.#tween = null;
    this.#pose = limited({ ...this.#pose, zoom: this.#pose.zoom * factor });
    this.invalidate();
  }

  /** Lets a turn run out. */
  coast(azimuth: number, elevation: number): void {
    if (!this.#animate) return this.#settle();
    const limit = (speed: number) => Math.max(-360, Math.min(360, speed));
    this.#coast = { azimuth: limit(azimuth), elevation: limit(elevation) };
    this.invalidate();
  }

  hold(down: boolean): void {
    this.#held = down;
    if (down) this.#coast = { azimuth: 0, elevation: 0 };
  }

  /** After a turn by hand: if a piece has left the view, frame it again. */
  #settle(): void {
    if (this.#pose.zoom >= 1) this.#keepInView(false);
  }

  /** Everything that should be in view now: pieces, the cells a cube may go to, the ghost. */
  #points(): Vector3[] {
    const { chosen, targets, preview, hint } = this.#markSet;
    const cells: Cell[] = targets.filter(({ direction }) => !direction).map(({ cell }) => cell);
    if (hint?.piece === "cube") cells.push(hint.target);
    if (chosen?.kind === "cube") cells.push(step(chosen.cell, "z+", FLOAT));
    const ghost = preview?.direction ? [{ seat: 0, cell: preview.target, direction: preview.direction }] : [];
    return outline({ cubes: this.#position.cubes, sceptres: [...this.#position.sceptres, ...ghost] }, cells);
  }

  #keepInView(snug: boolean): void {
    if (this.#held || this.#window.width <= 1) return;
    const target = this.#tween
      ? { pose: this.#tween.pose[1], framing: this.#tween.framing[1] }
      : { pose: this.#pose, framing: this.#framing };
    const points = this.#points();
    const fitting = fit(points, target.pose, this.#window);
    const far = snug && target.framing.distance > 1.2 * fitting.distance;
    if (far || !holds(points, target.pose, target.framing, this.#window)) {
      this.#moveTo({ ...target.pose, zoom: Math.max(1, target.pose.zoom) }, fitting, 400);
    }
  }

  #goTo(pose: CameraPose, milliseconds: number): void {
    this.#moveTo(limited(pose), fit(this.#points(), pose, this.#window), milliseconds);
  }

  #moveTo(pose: CameraPose, framing: Framing, milliseconds: number): void {
    this.#coast = { azimuth: 0, elevation: 0 };
    if (!this.#animate || !milliseconds) {
      this.#tween = null;
      this.#pose = pose;
      this.#framing = framing;
    } else {
      this.#tween = {
        pose: [this.#pose, pose],
        framing: [this.#framing, framing],
        start: performance.now(),
        milliseconds,
      };
    }
    this.invalidate();
  }

  /** Moves the camera by what the time asks for; true while it is still on its way. */
  #moveCamera(now: number, seconds: number): boolean {
    if (this.#tween) {
      const { pose, framing, start, milliseconds } = this.#tween;
      const t = Math.min(1, (now - start) / milliseconds);
      const eased = t < 0.5 ? 4 * t ** 3 : 1 - (-2 * t + 2) ** 3 / 2;
      const mix = (a: number, b: number) => a + (b - a) * eased;
      this.#pose = {
        azimuth: mix(pose[0].azimuth, pose[1].azimuth),
        elevation: mix(pose[0].elevation, pose[1].elevation),
        zoom: mix(pose[0].zoom, pose[1].zoom),
      };
      this.#framing = {
        centre: framing[0].centre.clone().lerp(framing[1].centre, eased),
        distance: mix(framing[0].distance, framing[1].distance),
      };
      if (t === 1) this.#tween = null;
      return t < 1;
    }
    const { azimuth, elevation } = this.#coast;
    if (Math.hypot(azimuth, elevation) < 4) {
      if (azimuth || elevation) {
        this.#coast = { azimuth: 0, elevation: 0 };
        this.#settle();
      }
      return this.#tween !== null;
    }
    this.#pose = limited({
      ...this.#pose,
      azimuth: this.#pose.azimuth + azimuth * seconds,
      elevation: this.#pose.elevation + elevation * seconds,
    });
    const decay = Math.exp(-6 * seconds);
    this.#coast = { azimuth: azimuth * decay, elevation: elevation * decay };
    return true;
  }

  // --- Questions about the picture ---------------------------------------------------------------------------------

  /** What lies under a point of the canvas. */
  hit(x: number, y: number): Hit | null {
    const { width, height } = this.#window;
    return this.#hitWith(this.#camera, (2 * x) / width - 1, 1 - (2 * y) / height);
  }

  /** What lies under a point of the picture from behind; shares of its width and height. */
  hitBehind(x: number, y: number): Hit | null {
    return this.#hitWith(this.#behindCamera, 2 * x - 1, 1 - 2 * y);
  }

  #hitWith(camera: PerspectiveCamera, x: number, y: number): Hit | null {
    const slots = this.#markSet.settled ? [] : this.#markSet.targets.filter(({ direction }) => !direction);
    return pick(
      this.#drawn(),
      rayThrough(camera, x, y),
      slots.map(({ cell }) => cell),
    );
  }

  /** The pieces as drawn: a chosen cube floats, and where it stood is free. */
  #drawn(): Position {
    const { chosen } = this.#markSet;
    if (chosen?.kind !== "cube") return this.#position;
    const cubes = this.#position.cubes.map((cube) =>
      sameCell(cube.cell, chosen.cell) ? { ...cube, cell: step(cube.cell, "z+", FLOAT) } : cube,
    );
    return { ...this.#position, cubes };
  }

  seesTarget({ cell, direction }: Target): boolean {
    const position = this.#drawn();
    return direction ? sees(position, this.#camera, { cell, direction }) : seesCell(position, this.#camera, cell);
  }

  spotOf({ cell, direction }: { cell: Cell; direction: Direction | null }, lift = 0): Spot {
    return this.project(direction ? faceCentre({ cell, direction }, lift) : new Vector3(...cell));
  }

  project(point: Vector3): Spot {
    const { x, y } = point.clone().project(this.#camera);
    return { x: ((x + 1) / 2) * this.#window.width, y: ((1 - y) / 2) * this.#window.height };
  }

  /** How many pixels a target measures across its short side. */
  widthOf({ cell, direction }: Target): number {
    if (!direction) return Infinity;
    const centre = faceCentre({ cell, direction });
    const middle = this.project(centre);
    const normal = toVector(direction);
    const [u, v] = [new Vector3(normal.y, normal.z, normal.x), new Vector3(normal.z, normal.x, normal.y)].map(
      (axis) => {
        const end = this.project(centre.clone().addScaledVector(axis, 0.31));
        return { x: end.x - middle.x, y: end.y - middle.y };
      },
    ) as [Spot, Spot];
    // The short half-axis of the ellipse these two conjugate half-diameters span.
    const sum = u.x ** 2 + u.y ** 2 + v.x ** 2 + v.y ** 2;
    const area = u.x * v.y - u.y * v.x;
    return 2 * Math.sqrt(Math.max(0, (sum - Math.sqrt(Math.max(0, sum ** 2 - 4 * area ** 2))) / 2));
  }

  /** Where the camera stands, for thumbnails that should be drawn again once it has moved far. */
  get azimuth(): number {
    return this.#pose.azimuth;
  }

  // --- Drawing -----------------------------------------------------------------------------------------------------

  /** Asks for a new picture. */
  readonly invalidate = (): void => {
    if (!this.#frame && !document.hidden) this.#frame = requestAnimationFrame(this.#draw);
  };

  readonly #draw = (now: number): void => {
    this.#frame = 0;
    const elapsed = now - this.#lastFrame;
    this.#lastFrame = now;
    if (this.#film) this.#showFilm(performance.now());
    const moving = this.#moveCamera(performance.now(), Math.min(0.05, elapsed / 1000));
    const dashing = this.#marks.hasDashes && this.#animate;
    if (dashing) this.#marks.tick(now / 1000);
    this.#render();
    this.#events.view();
    if (moving || dashing || this.#film) {
      this.#judge(elapsed);
      this.invalidate();
    } else {
      this.#frameTimes.length = 0;
    }
  };

  #render(): void {
    if (this.#window.width <= 1) return;
    if (this.#behind.clientWidth) this.#drawBehind();
    aim(this.#camera, this.#pose, this.#framing, this.#window);
    this.#drawScene(this.#camera, this.#pose.azimuth, this.#window);
  }

  #drawScene(camera: PerspectiveCamera, azimuth: number, { width, height }: { width: number; height: number }): void {
    this.#studio.face(azimuth);
    this.#renderer.shadowMap.needsUpdate = true;
    this.#renderer.setViewport(0, 0, width, height);
    this.#renderer.clear();
    this.#renderer.render(this.#scene, camera);
  }

  #drawBehind(): void {
    const window = {
      width: this.#behind.clientWidth,
      height: this.#behind.clientHeight,
      top: 0,
      right: 0,
      bottom: 0,
      left: 0,
    };
    const pose = { azimuth: this.#pose.azimuth + 180, elevation: BEHIND_ELEVATION, zoom: 1 };
    aim(this.#behindCamera, pose, fit(this.#points(), pose, window), window);
    this.#drawScene(this.#behindCamera, pose.azimuth, window);
    this.#copyTo(this.#behind, window);
  }

  /** Copies the lower left corner of the picture into a 2D canvas: only possible in the task that drew it. */
  #copyTo(canvas: HTMLCanvasElement, { width, height }: { width: number; height: number }): void {
    const ratio = this.#renderer.getPixelRatio();
    const [w, h] = [Math.floor(width * ratio), Math.floor(height * ratio)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    const context = canvas.getContext("2d")!;
    context.clearRect(0, 0, w, h);
    context.drawImage(this.#canvas, 0, this.#canvas.height - h, w, h, 0, 0, w, h);
  }

  /** Draws a cube turned one way into a small canvas, as seen from where the camera stands. */
  drawThumbnail(canvas: HTMLCanvasElement, domes: readonly Direction[], seat: number): void {
    const window = { width: canvas.clientWidth, height: canvas.clientHeight, top: 0, right: 0, bottom: 0, left: 0 };
    if (!window.width) return;
    const pose = this.#tween ? this.#tween.pose[1] : this.#pose;
    this.#renderer.setViewport(0, 0, window.width, window.height);
    this.#renderer.clear();
    this.#thumbnails.draw(this.#renderer, pose, window, domes, seat, this.#palette);
    this.#copyTo(canvas, window);
    this.invalidate();
  }

  // --- How fine ----------------------------------------------------------------------------------------------------

  /** Measures one still picture; where it takes too long, tries "low", then gives up. */
  measure(): void {
    const timed = () => {
      const start = performance.now();
      this.#render();
      const gl = this.#renderer.getContext();
      gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until it is drawn
      return performance.now() - start;
    };
    timed(); // compiles the shaders
    if (timed() <= TOO_SLOW_MILLISECONDS) return;
    if (!this.#low) {
      this.#toLow();
      timed();
      if (timed() <= TOO_SLOW_MILLISECONDS) return;
    }
    this.#events.slow();
  }

  #judge(milliseconds: number): void {
    if (this.#low || this.#frameTimes.push(milliseconds) < FRAMES_TO_JUDGE) return;
    const median = this.#frameTimes.sort((a, b) => a - b)[FRAMES_TO_JUDGE / 2]!;
    this.#frameTimes.length = 0;
    if (median <= SLUGGISH_MILLISECONDS) return;
    if (this.#rung < PIXEL_RATIOS.length - 1) {
      this.#rung++;
      this.#setPixelRatio();
    } else {
      this.#toLow();
    }
  }

  #toLow(): void {
    this.#demolish();
    this.#low = true;
    this.#build();
    this.#setPixelRatio();
    this.#studio.paint(this.#palette);
    this.#marks.paint(this.#palette);
    this.#studio.update(this.#position);
    this.skip();
    this.#animate = false;
    this.#showStill();
  }
}
