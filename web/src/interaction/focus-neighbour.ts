// Where the focus goes when the row that has it is about to go.

/** To the row after it, else the one before it, else the list itself. */
export function focusNeighbour(inside: Element | null): void {
  const row = inside?.closest("li");
  const list = row?.parentElement;
  if (row === null || row === undefined || list === null || list === undefined) return;
  const near = row.nextElementSibling ?? row.previousElementSibling;
  const target = near?.querySelector<HTMLElement>("a[href], button:not(:disabled), input:not(:disabled), select");
  if (target !== null && target !== undefined) target.focus();
  else list.closest<HTMLElement>("[data-list]")?.focus();
}
