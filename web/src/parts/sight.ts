/** Scrolls a list until its current entry is in sight. The page itself does not move: a board may not jump at every move. */
export function showCurrent(list: HTMLElement | undefined): void {
  const current = list?.querySelector('[aria-current="step"]');
  if (!list || !current) return;
  const [box, own] = [list.getBoundingClientRect(), current.getBoundingClientRect()];
  list.scrollTop += Math.max(0, own.bottom - box.bottom) - Math.max(0, box.top - own.top);
}
