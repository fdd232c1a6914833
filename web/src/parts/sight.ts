/** Keeps the current entry of a list in sight. The page itself does not move: a board may not jump at every move. */

/** An entry at the very edge would look cut off. */
const MARGIN = 6;

/** Scrolls a list until its current entry is in sight. */
export function showCurrent(list: HTMLElement | undefined): void {
  const current = list?.querySelector('[aria-current="step"]');
  if (!list || !current) return;
  const [box, own] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollTop += Math.max(0, own.bottom + MARGIN - box.bottom) - Math.max(0, box.top + MARGIN - own.top);
}

/** The list may be left less room (how the game ended stands above it): what was in sight stays so. Returns how to stop. */
export function keepInSight(list: HTMLElement): () => void {
  let height = list.clientHeight;
  const observer = new ResizeObserver(() => {
    const below = list.querySelector('[aria-current="step"]')?.getBoundingClientRect().bottom ?? Infinity;
    if (below <= list.getBoundingClientRect().top + height) showCurrent(list);
    height = list.clientHeight;
  });
  observer.observe(list);
  return () => observer.disconnect();
}
