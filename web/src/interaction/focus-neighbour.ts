// Where the focus goes when the row that has it is about to go.

/** Moves the focus to the next row, else to the one before, else to the list. */
export function focusNeighbour(inside: Element | null): void {
  const row = inside?.closest("li");
  const list = row?.parentElement;
  if (row === null || row === undefined || list === null || list === undefined) return;
  const near = row.nextElementSibling ?? row.previousElementSibling;
  const target = near?.querySelector<HTMLElement>("a[href], button:not(:disabled), input:not(:disabled), select");
  if (target !== null && target !== undefined) target.focus();
  else list.closest<HTMLElement>("[data-list]")?.focus();
}
