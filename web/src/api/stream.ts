/** Answers that come line by line, as JSON. Who no longer listens hangs up, and the server stops. */

import type { Fault } from "./types";
import { OFFLINE, Problem, STRANGE } from "./http";

/** Asks, and hears each line as it comes. Ends quietly when `signal` is given; all else that goes wrong is a `Problem`. */
export async function ask<Item extends object>(
  path: string,
  body: unknown,
  signal: AbortSignal,
  hear: (item: Item) => void,
): Promise<void> {
  try {
    const request = {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "Content-Type": "application/json" },
      signal,
    };
    const response = await fetch(`/api${path}`, request);
    if (!response.ok || response.body === null) throw problem((await response.json()) as Partial<Fault>);
    await read<Item>(response.body, hear);
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof Problem ? error : new Problem(OFFLINE, "offline");
  }
}

async function read<Item extends object>(body: ReadableStream<Uint8Array>, hear: (item: Item) => void): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) {
      const item = JSON.parse(line) as Item | Fault;
      if ("error" in item) throw problem(item);
      hear(item);
    }
  }
}

function problem({ error, code }: Partial<Fault>): Problem {
  return new Problem(error ?? STRANGE, code ?? "internal");
}
