/** Sounds made in the page with Web Audio: short, soft, off by default, never the only sign of anything. */

import type { Sound } from "./board/types";
import { games } from "./state/games.svelte";
import { settings } from "./state/settings.svelte";

let context: AudioContext | null = null;

/** A note: frequency in hertz, start and length in seconds. */
function note(
  audio: AudioContext,
  frequency: number,
  start: number,
  length: number,
  type: OscillatorType,
  strength: number,
): void {
  const oscillator = audio.createOscillator();
  const gain = audio.createGain();
  const at = audio.currentTime + start;
  oscillator.type = type;
  oscillator.frequency.setValueAtTime(frequency, at);
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(strength * (settings.chosen.volume / 100), at + 0.006);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(gain).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length + 0.02);
}

/** A knock: a falling thump, duller for felt, brighter for plastic. */
function knock(audio: AudioContext, frequency: number, start = 0): void {
  note(audio, frequency, start, 0.09, "triangle", 0.5);
  note(audio, frequency * 2.7, start, 0.035, "sine", 0.22);
}

/** What pieces may be made of (`sounds` of a game), as the pitch of their knock. */
const MATERIAL: Readonly<Record<string, number>> = { wood: 240, plastic: 420, stone: 330, felt: 130 };

export function play(sound: Sound, game: string, height = 1): void {
  if (!settings.chosen.sound || settings.chosen.volume === 0) return;
  context ??= new AudioContext();
  void context.resume();
  const base = MATERIAL[games.named(game)?.sounds ?? "wood"] ?? 240;
  switch (sound) {
    case "pick":
      return note(context, 900, 0, 0.04, "sine", 0.14);
    case "place":
      return knock(context, base * (1 + 0.09 * (height - 1)));
    case "capture":
      knock(context, base);
      return knock(context, base * 0.8, 0.09);
    case "triplet":
      return [523, 659, 784].forEach((frequency, index) =>
        note(context as AudioContext, frequency, index * 0.1, 0.22, "sine", 0.3),
      );
    case "turn":
      note(context, 587, 0, 0.16, "sine", 0.22);
      return note(context, 740, 0.12, 0.22, "sine", 0.22);
    case "low":
      return note(context, 165, 0, 0.5, "sine", 0.3);
    case "end":
      return [392, 494, 587].forEach((frequency) => note(context as AudioContext, frequency, 0, 0.7, "sine", 0.2));
  }
}
