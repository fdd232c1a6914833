import type { Component } from "svelte";

type Properties = Record<string, any>;

/**
 * A component with some of its properties filled in. (A component is a function of its place and its properties, which are read
 * anew whenever they are needed: so they are handed through, not copied.)
 */
export function given<Rest extends Properties, Filled extends Properties, Handle extends Properties>(
  Inner: Component<Rest & Filled, Handle>,
  filled: Filled,
): Component<Rest, Handle> {
  const traps: ProxyHandler<Rest> = {
    get: (rest, key) => Reflect.get(key in filled ? filled : rest, key),
    has: (rest, key) => key in filled || key in rest,
    ownKeys: (rest) => [...Reflect.ownKeys(rest), ...Reflect.ownKeys(filled)],
    getOwnPropertyDescriptor: (rest, key) => Reflect.getOwnPropertyDescriptor(key in filled ? filled : rest, key),
  };
  return (place, properties) => Inner(place, new Proxy(properties, traps) as Rest & Filled);
}
