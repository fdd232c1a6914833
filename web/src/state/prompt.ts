/** What the prompt says when the board has nothing to ask: whose turn it is, what was played, how it ended. */

import type { OfferTold, OutcomeTold, Text } from "../api/types";
import type { Prompt, PromptAction } from "../board/types";
import { O, termsWords } from "../words/online";
import { joined, sentence } from "../words/text";
import { W } from "../words/ui";
import { say } from "./settings.svelte";
import type { Notice, OpenTable } from "./table.svelte";
import { whoIn } from "./who";

interface Ways {
  readonly back: () => void;
  readonly rematch: () => void;
  readonly newGame: () => void;
  readonly wait: () => void;
}

/** `absence`: who has left, and in how many seconds the others need not wait any longer. */
export interface Absence {
  readonly seat: number;
  readonly seconds: number;
}

export function promptOf(
  table: OpenTable,
  asked: Prompt | null,
  isMineAlone: boolean,
  absence: Absence | null,
  ways: Ways,
): Prompt {
  const frame = table.whole?.frame;
  if (frame === undefined) return calm(W.loading);
  if (!table.isFull && frame.outcome === null) return invitation(table);
  if (!table.isLive)
    return calm(W.lookingAt(table.place, table.lines.length), [{ label: W.backToGame, primary: true, run: ways.back }]);
  if (!table.stage.isSettled && frame.outcome !== null)
    return calm(table.stage.shown?.spoken ? sentence(table.stage.shown.spoken) : W.loading);
  if (frame.outcome !== null) return ending(table, frame.outcome, isMineAlone, ways);
  if (table.unsent !== null) return calm(W.sending);
  if (asked !== null && asked.actions.length > 0) return asked;
  const social = offered(table) ?? left(table, absence, ways);
  if (social !== null) return social;
  const advice = table.advice;
  if (advice !== null && advice.moves[0] !== undefined) {
    return calm(joined(sentence(W.hintIs(advice.moves[0])), sentence(advice.score_text)));
  }
  if (frame.warning !== null) return { text: frame.warning, tone: "warn", actions: [] };
  if (asked !== null) return asked;
  const seat = table.seats[frame.to_move];
  const turn =
    seat === undefined || (seat.yours && isMineAlone)
      ? W.yourMove
      : seat.kind === "engine"
        ? W.thinking
        : W.moves(whoIn(table, seat));
  const played = table.stage.shown?.spoken;
  return calm(played ? joined(sentence(played), turn) : turn);
}

/** A refusal as one sentence: "c5-c7: it must be a neighbouring cell." */
export function noticeWords({ lead, text }: Notice): Text {
  return lead === "" ? text : { en: `${lead}: ${text.en}`, fr: `${lead}\u00a0: ${text.fr}` };
}

/** The result in words, from the winner's side: "You win, 15–12: more towers." */
export function outcomeWords(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean): Text {
  const [head, because] = [result(table, outcome, isMineAlone), W.because(outcome.words)];
  return { en: head.en + because.en, fr: head.fr + because.fr };
}

/** Who won, and by how much: "You win, 15–12". */
function result(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean): Text {
  const head = headline(table, outcome, isMineAlone);
  const counted = outcome.scores.length === 2 && Math.max(...outcome.scores) > 1 && !outcome.together;
  const [most, least] = outcome.scores.toSorted((a, b) => b - a);
  const scores = counted ? { en: `, ${most}–${least}`, fr: `, ${most} à ${least}` } : { en: "", fr: "" };
  return { en: head.en + scores.en, fr: head.fr + scores.fr };
}

function headline(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean): Text {
  if (outcome.reason === "aborted") return O.aborted;
  if (outcome.together) return outcome.winner === null ? W.lostTogether : W.wonTogether;
  if (outcome.winner === null) return W.draw;
  const winner = table.seats[outcome.winner];
  if (winner === undefined) return W.draw;
  if (winner.kind === "engine") return W.alcoveWins;
  return isMineAlone && winner.yours ? W.youWin : W.wins(whoIn(table, winner));
}

/** Where nobody sits across the table there is no revenge to take. */
export function rematchWords(table: OpenTable): Text {
  return table.whole?.frame.outcome?.together || table.seats.length === 1 ? W.playAgain : W.rematch;
}

function ending(table: OpenTable, outcome: OutcomeTold, isMineAlone: boolean, ways: Ways): Prompt {
  const isSeated = table.seats.some((seat) => seat.yours) && table.isFull;
  const proposal = offered(table);
  if (proposal !== null) return { ...proposal, text: joined(outcomeWords(table, outcome, isMineAlone), proposal.text) };
  const again = { label: table.whole?.rematch ? W.goToRematch : rematchWords(table), primary: true, run: ways.rematch };
  const other = { label: W.newGame, primary: false, run: ways.newGame };
  const lead = say(sentence(result(table, outcome, isMineAlone)));
  return { ...calm(sentence(outcome.words), isSeated ? [again, other] : [other]), lead };
}

/** Who follows a link to a table that is not full. */
function invitation(table: OpenTable): Prompt {
  const free = table.seats.flatMap((seat, index) => (seat.kind === "open" ? [{ seat, index }] : []));
  if (table.seats.some((seat) => seat.yours)) return calm(O.waitForMore(free.length));
  const host = table.seats.find((seat) => seat.kind === "human");
  const text =
    host && table.whole ? O.invited(whoIn(table, host), termsWords(table.whole.terms)) : O.waitForMore(free.length);
  const isRound = table.seats.length > 2;
  const sides = isRound ? free.slice(0, 1) : free;
  const actions = sides.map(({ seat, index }) => ({
    // At a round table any seat will do: the one we see may be taken by now.
    label: isRound ? O.join : O.joinAs(seat.name),
    primary: true,
    run: () => table.join(isRound ? null : index),
  }));
  return calm(text, actions);
}

/** A proposal: to be answered, or one's own that waits for an answer. */
function offered(table: OpenTable): Prompt | null {
  const offer = table.offer;
  const mine = table.seats.flatMap((seat, index) => (seat.yours ? [index] : []));
  const proposer = offer && table.seats[offer.seats[0] ?? 0];
  if (offer === null || mine.length === 0 || !proposer) return null;
  const no = { label: O.decline, primary: false, run: () => table.decline(offer.what) };
  if (hasAgreed(offer, mine)) return calm(O.asked(offer.what), [{ ...no, label: O.withdraw }]);
  return calm(O.asks(whoIn(table, proposer), offer.what), [
    { label: O.accept, primary: true, run: () => table.accept(offer.what) },
    no,
  ]);
}

function hasAgreed(offer: OfferTold, mine: readonly number[]): boolean {
  return mine.every((seat) => offer.seats.includes(seat));
}

function left(table: OpenTable, absence: Absence | null, ways: Ways): Prompt | null {
  const seat = absence && table.seats[absence.seat];
  if (absence === null || !seat) return null;
  const who = whoIn(table, seat);
  if (absence.seconds > 0) return { text: O.leftFor(who, absence.seconds), tone: "warn", actions: [] };
  const actions = [
    { label: O.claimWin, primary: true, run: () => table.claim(false) },
    { label: O.claimDraw, primary: false, run: () => table.claim(true) },
    { label: O.wait, primary: false, run: ways.wait },
  ];
  return { text: O.left(who), tone: "warn", actions };
}

function calm(text: Text, actions: readonly PromptAction[] = []): Prompt {
  return { text, tone: "calm", actions };
}
