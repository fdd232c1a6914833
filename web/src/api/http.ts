/** Questions and answers under /api. Everything that goes wrong becomes a `Problem` with words in both languages. */

import type {
  AnalysisTold,
  AnalysisWritten,
  AskExplore,
  AskStudy,
  AtlasTold,
  CheckPosition,
  Code,
  Explored,
  Fault,
  FrameAt,
  Games,
  LessonTold,
  MyTables,
  NewTable,
  NextPuzzle,
  OpenAnalysis,
  OpenRecord,
  PositionTold,
  PuzzleHint,
  PuzzleSolution,
  PuzzleTold,
  PuzzlesTold,
  RulesTold,
  Studied,
  TableMade,
  Text,
  Tried,
  TryPuzzle,
  WriteAnalysis,
} from "./types";
import { sentence } from "../words/text";

export class Problem extends Error {
  readonly text: Text;
  readonly code: Code | "offline";

  constructor(text: Text, code: Code | "offline") {
    super(text.en);
    this.text = text;
    this.code = code;
  }
}

export const OFFLINE: Text = {
  en: "The room does not answer. Check the connection and try again.",
  fr: "La salle ne répond pas. Vérifiez la connexion, puis réessayez.",
};
export const STRANGE: Text = {
  en: "The room answered something this page does not understand. Reload the page.",
  fr: "La salle a répondu quelque chose que cette page ne comprend pas. Rechargez la page.",
};

/** A question, or with a body (`null` for an empty one) something to do. */
export async function ask<Answer>(
  path: string,
  body?: unknown,
  method = body === undefined ? "GET" : "POST",
): Promise<Answer> {
  const request: RequestInit =
    body === undefined
      ? { method }
      : { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  let response: Response;
  try {
    response = await fetch(`/api${path}`, request);
  } catch {
    throw new Problem(OFFLINE, "offline");
  }
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new Problem(response.ok ? STRANGE : OFFLINE, "internal");
  }
  if (response.ok) return answer as Answer;
  const fault = answer as Partial<Fault>;
  throw new Problem(fault.error ?? STRANGE, fault.code ?? "internal");
}

/** What went wrong, in a sentence, whatever was thrown. */
export function wordsOf(error: unknown): Text {
  return error instanceof Problem ? sentence(error.text) : STRANGE;
}

function puzzleAt(game: string, id: string, rest = ""): string {
  return `/puzzles/${game}/${encodeURIComponent(id)}${rest}`;
}

let known: Promise<Games> | null = null;

export const api = {
  /** The games of the room; asked once, and again after a failure. */
  games(): Promise<Games> {
    known ??= ask<Games>("/games").catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  },
  myTables: () => ask<MyTables>("/tables"),
  newTable: (wish: NewTable) => ask<TableMade>("/tables", wish),
  openRecord: (wish: OpenRecord) => ask<TableMade>("/records", wish),
  position: (wish: CheckPosition) => ask<PositionTold>("/positions", wish),
  rules: (game: string) => ask<RulesTold>(`/rules/${game}`),
  lesson: (game: string) => ask<LessonTold>(`/lessons/${game}`),
  atlas: (game: string) => ask<AtlasTold>(`/atlas/${game}`),
  explore: (wish: AskExplore) => ask<Explored>("/explore", wish),
  puzzles: () => ask<PuzzlesTold>("/puzzles"),
  nextPuzzle: (game: string, wish: NextPuzzle) => ask<PuzzleTold>(`/puzzles/${game}/next`, wish),
  puzzle: (game: string, id: string) => ask<PuzzleTold>(puzzleAt(game, id)),
  tryPuzzle: (game: string, id: string, wish: TryPuzzle) => ask<Tried>(puzzleAt(game, id, "/try"), wish),
  puzzleHint: (game: string, id: string, wish: TryPuzzle) => ask<PuzzleHint>(puzzleAt(game, id, "/hint"), wish),
  puzzleSolution: (game: string, id: string) => ask<PuzzleSolution>(puzzleAt(game, id, "/solution"), {}),
  study: (wish: AskStudy) => ask<Studied>("/study", wish),
  openAnalysis: (wish: OpenAnalysis) => ask<AnalysisTold>("/analysis", wish),
  writeAnalysis: (tree: WriteAnalysis) => ask<AnalysisWritten>("/analysis/record", tree),
  frameAt: (table: string, ply: number) => ask<FrameAt>(`/tables/${encodeURIComponent(table)}/at/${ply}`),
  recordPath: (table: string) => `/api/tables/${encodeURIComponent(table)}/record`,
};
