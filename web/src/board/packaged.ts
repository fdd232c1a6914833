/**
 * A board that comes with a game's package: a module in plain JavaScript, sent by the room itself (no other origin may run
 * anything here). It draws into an element and is told of everything a board of ours is told of.
 *
 *     export default {
 *       mount(element, table) {            // a TableProps: scene, legal moves, last move, settings, callbacks
 *         return { update(table) {}, focus() {}, cancel() { return false; }, skip() {}, destroy() {} };
 *       },
 *     };
 */

import type { GameTold } from "../api/types";
import { flatModule } from "./flat";
import { given } from "./given";
import Packaged from "./Packaged.svelte";
import type { AnyGameModule, BoardHandle, TableProps } from "./types";

type Table = TableProps<any, any, any, any>;

export interface MountedBoard extends BoardHandle {
  update(table: Table): void;
  destroy(): void;
}

export interface PackagedBoard {
  mount(element: HTMLElement, table: Table): MountedBoard;
}

export async function packagedModule(told: GameTold, address: string): Promise<AnyGameModule> {
  const from = new URL(address, location.origin);
  if (from.origin !== location.origin)
    throw new Error(`the board of ${told.title} lies on another site: ${from.origin}`);
  const { default: packaged } = (await import(/* @vite-ignore */ from.href)) as { default: PackagedBoard };
  return { ...flatModule(told), Board: given(Packaged, { packaged }), fills: true };
}
