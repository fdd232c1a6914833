/** The last move, drawn moment by moment over the piles as they were. Any input jumps to the end. */

import { between, type Point } from "./cells";
import { Clock, paced, settle } from "./clock";
import type { Sound } from "./types";

/** One moment of a move. `piles` are the cells that changed, as they are afterwards; `null`: nothing stands there. */
export interface Moment<Pile> {
  /**
   * `carry`: `pile` goes along `path`; what stands on the cells of `takes` fades when it arrives. `drop`: `pile` comes down on the
   * last cell of `path`. `lift`: `pile` (or what stands there) is taken off each cell of `path`. `turn`: the piles are
   * turned over. `set`: they are otherwise at once.
   */
  readonly kind: "carry" | "drop" | "lift" | "turn" | "set";
  readonly path?: readonly string[];
  readonly pile?: Pile;
  readonly takes?: readonly string[];
  readonly piles: readonly (readonly [string, Pile | null])[];
  /** What stays in the hand over the last cell of `path`. */
  readonly hand?: Pile | null;
  /** The cells of a `lift` are first joined by a line. */
  readonly joined?: boolean;
  /** How high above the board it is carried, and how much higher half way. */
  readonly hover?: number;
  readonly arc?: number;
  /** How long, for each cell of the way. */
  readonly milliseconds?: number;
  readonly sound?: Sound;
  readonly height?: number;
}

/** A pile that is not on its cell: on its way, fading, being turned (`flat` is how much of it is left to see). */
export interface Flight<Pile> extends Point {
  readonly pile: Pile;
  readonly strength: number;
  readonly flat: number;
}

export class Replay<Pile> {
  /** The piles at this moment; `null` while nothing moves. */
  piles = $state.raw<ReadonlyMap<string, Pile> | null>(null);
  flights = $state.raw<readonly Flight<Pile>[]>([]);
  /** Cells that are being emptied together. */
  joined = $state.raw<{ readonly cells: readonly string[]; readonly strength: number } | null>(null);

  #clock = new Clock();
  readonly #at: (cell: string) => Point;
  readonly #rise: (pile: Pile) => number;
  readonly #onsound: (sound: Sound, height?: number) => void;

  constructor(
    at: (cell: string) => Point,
    rise: (pile: Pile) => number,
    onsound: (sound: Sound, height?: number) => void,
  ) {
    this.#at = at;
    this.#rise = rise;
    this.#onsound = onsound;
  }

  skip(): void {
    this.#clock.skip();
  }

  async run(before: ReadonlyMap<string, Pile>, moments: readonly Moment<Pile>[]): Promise<void> {
    this.skip();
    const clock = (this.#clock = new Clock());
    const table = new Map(before);
    const timed = moments.reduce(
      (sum, { kind, path = [] }) => sum + (kind === "set" ? 0 : kind === "carry" ? path.length - 1 : 1),
      0,
    );
    let hand: readonly Flight<Pile>[] = [];
    this.piles = new Map(table);
    for (const moment of moments) {
      const pace = paced(moment.milliseconds ?? 220, timed);
      const kept = moment.hand === undefined ? hand : [];
      if (moment.kind === "carry") await this.#carry(clock, table, moment, pace, kept);
      else if (moment.kind === "drop") await this.#drop(clock, moment, pace, kept);
      else if (moment.kind === "lift") await this.#lift(clock, table, moment, pace);
      else if (moment.kind === "turn") await this.#turn(clock, table, moment, pace);
      for (const [cell, pile] of moment.piles) put(table, cell, pile);
      if (moment.sound !== undefined) this.#onsound(moment.sound, moment.height);
      if (moment.hand !== undefined) {
        const at = this.#at(moment.path?.at(-1) ?? "");
        hand =
          moment.hand === null
            ? []
            : [{ x: at.x, y: at.y - (moment.hover ?? 0), pile: moment.hand, strength: 1, flat: 1 }];
      }
      this.piles = new Map(table);
      this.flights = hand;
      this.joined = null;
    }
    this.piles = null;
    this.flights = [];
  }

  async #carry(
    clock: Clock,
    table: Map<string, Pile>,
    moment: Moment<Pile>,
    pace: number,
    kept: readonly Flight<Pile>[],
  ): Promise<void> {
    const { path = [], pile, takes = [], piles, hover = 0, arc = 0 } = moment;
    const [origin, ...rest] = path;
    const last = rest.at(-1);
    if (origin === undefined || last === undefined || pile === undefined) return;
    const left = piles.find(([cell]) => cell === origin);
    if (left !== undefined) put(table, origin, left[1]);
    this.piles = new Map(table);
    const onto = takes.includes(last) ? undefined : table.get(last);
    let from = this.#at(origin);
    for (const cell of rest) {
      const to = this.#at(cell);
      const rise = cell === last && onto !== undefined ? this.#rise(onto) : 0;
      await clock.tween(
        pace,
        (time) => {
          const { x, y } = between(from, to, time);
          this.flights = [
            ...kept,
            {
              x,
              y: y - hover - rise * Math.min(1, time * 1.6) - arc * Math.sin(Math.PI * time),
              pile,
              strength: 1,
              flat: 1,
            },
          ];
        },
        rest.length === 1 ? settle : (time) => time,
      );
      from = to;
    }
    await this.#fade(clock, table, takes);
  }

  async #fade(clock: Clock, table: Map<string, Pile>, cells: readonly string[]): Promise<void> {
    const going = cells.flatMap((cell) => {
      const pile = table.get(cell);
      return pile === undefined ? [] : [{ ...this.#at(cell), pile, flat: 1 }];
    });
    if (going.length === 0) return;
    for (const cell of cells) table.delete(cell);
    this.piles = new Map(table);
    const kept = this.flights;
    await clock.tween(
      120,
      (time) => (this.flights = [...going.map((flight) => ({ ...flight, strength: 1 - time })), ...kept]),
    );
    this.flights = kept;
  }

  async #drop(
    clock: Clock,
    { path = [], pile }: Moment<Pile>,
    pace: number,
    kept: readonly Flight<Pile>[],
  ): Promise<void> {
    const cell = path.at(-1);
    if (cell === undefined || pile === undefined) return;
    const { x, y } = this.#at(cell);
    const onto = this.piles?.get(cell);
    const rise = onto === undefined ? 0 : this.#rise(onto);
    await clock.tween(
      pace,
      (time) =>
        (this.flights = [
          ...kept,
          { x, y: y - rise - 26 * (1 - time), pile, strength: Math.min(1, time * 2), flat: 1 },
        ]),
    );
  }

  /** Off the board: upwards, and gone. */
  async #lift(
    clock: Clock,
    table: Map<string, Pile>,
    { path = [], pile, piles, joined = false }: Moment<Pile>,
    pace: number,
  ): Promise<void> {
    const after = new Map(piles);
    if (joined) await clock.tween(pace, () => (this.joined = { cells: path, strength: 1 }));
    const going = path.flatMap((cell) => {
      const gone = pile ?? table.get(cell);
      const stays = after.get(cell) ?? null;
      const { x, y } = this.#at(cell);
      return gone === undefined
        ? []
        : [{ x, y: y - (pile === undefined || stays === null ? 0 : this.#rise(stays)), pile: gone }];
    });
    for (const [cell, stays] of piles) put(table, cell, stays);
    this.piles = new Map(table);
    await clock.tween(pace, (time) => {
      this.flights = going.map((flight) => ({ ...flight, y: flight.y - 34 * time, strength: 1 - time, flat: 1 }));
      if (joined) this.joined = { cells: path, strength: 1 - time };
    });
  }

  /** Tipped over: flat at half time, when the other side comes up. */
  async #turn(clock: Clock, table: Map<string, Pile>, { piles }: Moment<Pile>, pace: number): Promise<void> {
    const turning = piles.map(([cell, after]) => ({ ...this.#at(cell), before: table.get(cell) ?? null, after }));
    for (const [cell] of piles) table.delete(cell);
    this.piles = new Map(table);
    await clock.tween(pace, (time) => {
      const flat = Math.max(0.08, Math.abs(1 - 2 * time));
      this.flights = turning.flatMap(({ x, y, before, after }) => {
        const pile = time < 0.5 ? before : after;
        return pile === null ? [] : [{ x, y, pile, strength: 1, flat }];
      });
    });
  }
}

function put<Pile>(table: Map<string, Pile>, cell: string, pile: Pile | null): void {
  if (pile === null) table.delete(cell);
  else table.set(cell, pile);
}
