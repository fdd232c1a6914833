/** The cell under the pointer: the nearest drawn thing that names one. */
export function cellAt(event: Event): string | null {
  const hit = event.target instanceof Element ? event.target.closest("[data-cell]") : null;
  return hit?.getAttribute("data-cell") ?? null;
}
