import type { Component } from "svelte";

/** A component with some of its properties filled in. (A component is a function of its place and its properties.) */
export function given<Rest extends Record<string, any>, Filled extends Record<string, any>, Handle extends Record<string, any>>(
  Inner: Component<Rest & Filled, Handle>,
  filled: Filled,
): Component<Rest, Handle> {
  return (place, properties) =>
    Inner(place, Object.defineProperties({}, { ...Object.getOwnPropertyDescriptors(properties), ...Object.getOwnPropertyDescriptors(filled) }) as Rest & Filled);
}
