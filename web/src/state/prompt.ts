/** What the prompt says when the board has nothing to ask: whose turn it is, what was played, how it ended. */

import type { OutcomeTold, Text } from "../api/types";
import type { Prompt, PromptAction } from "../board/types";
import { joined } from "../words/text";
import { W } from "../words/ui";
import type { OpenTable } from "./table.svelte";

interface Ways {
  readonly back: () => void;
  readonly rematch: () => void;
  readonly newGame: () => void;
}

export function promptOf(table: OpenTable, asked: Prompt | null, isMineAlone: boolean, ways: Ways): Prompt {
  const frame = table.whole?.frame;
  if (frame === undefined) return calm(W.loading);
  if (!table.isLive) return calm(W.lookingAt(table.place, table.lines.length), [{ label: W.backToGame, primary: true, run: ways.back }]);
  if (!table.isSettled && frame.outcome !== null) return calm(table.shown?.spoken ? sentence(table.shown.spoken) : W.loading);
  if (frame.outcome !== null) return ending(table, frame.outcome, isMineAlone, ways);
  if (table.unsent !== null) return calm(W.sending);
  if (asked !== null && asked.actions.length > 0) return asked;
  const advice = table.advice;
  if (advice !== null && advice.moves[0] !== undefined) {
    return calm(joined(sentence(W.hintIs(advice.moves[0])), sentence(advice.score_text)));
  }
  if (frame.warning !== null) return { text: frame.warning, tone: "warn", actions: [] };
  if (asked !== null) return asked;
  const seat = table.seats[frame.to_move];
  const turn = seat === undefined || (seat.yours && isMineAlone) ? W.yourMove : seat.kind === "engine" ? W.thinking : W.moves(seat.name);
  const played = table.shown?.spoken;
  return calm(played ? joined(sentence(played), turn) : turn);
}

/** The result in words, from the winner's side: "You win: more towers. 15 – 12" */
export function outcomeWords(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean): Text {
  const because = W.because(outcome.words);
  const head = headline(table, outcome, isMineAlone);
  const counted = outcome.scores.length === 2 && Math.max(...outcome.scores) > 1 && !outcome.together;
  const scores = counted ? ` ${outcome.scores.toSorted((a, b) => b - a).join(" – ")}` : "";
  return { en: head.en + because.en + scores, fr: head.fr + because.fr + scores };
}

function headline(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean): Text {
  if (outcome.together) return outcome.winner === null ? W.lostTogether : W.wonTogether;
  if (outcome.winner === null) return W.draw;
  const winner = table.seats[outcome.winner];
  if (winner === undefined) return W.draw;
  if (winner.kind === "engine") return W.alcoveWins;
  return isMineAlone && winner.yours ? W.youWin : W.wins(winner.name);
}

/** Where nobody sits across the table there is no revenge to take. */
export function rematchWords(table: OpenTable): Text {
  return table.whole?.frame.outcome?.together || table.seats.length === 1 ? W.playAgain : W.rematch;
}

function ending(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean, ways: Ways): Prompt {
  const isSeated = table.seats.some((seat) => seat.yours);
  const again = { label: table.whole?.rematch ? W.goToRematch : rematchWords(table), primary: true, run: ways.rematch };
  const other = { label: W.newGame, primary: false, run: ways.newGame };
  return calm(outcomeWords(table, outcome, isMineAlone), isSeated ? [again, other] : [other]);
}

function calm(text: Text, actions: readonly PromptAction[] = []): Prompt {
  return { text, tone: "calm", actions };
}

function sentence({ en, fr }: Text): Text {
  return { en: ended(en), fr: ended(fr) };
}

function ended(words: string): string {
  const capital = /^[a-i][0-9]/.test(words) ? words : words.charAt(0).toUpperCase() + words.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
