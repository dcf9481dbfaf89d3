// Keeps toasts off what is being worked on: the row of the cursor, the field that is typed in, a dialog's buttons and fields.
// They stand in the bar on top, where nothing of that is, and go elsewhere only if they must.
import { type RefObject, useLayoutEffect } from "react";

interface Box {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** What of a dialog or a menu must be reached. */
const IN_FRONT = ["button", "input", "textarea", "select", "a[href]", "[role=menuitem]", "[role=option]"]
  .map((one) => `:is([role=dialog], [role=menu], [role=listbox]) ${one}`)
  .join(", ");
const EDGE_PX = 6;
const ROUND_PX = 4;
/** Places that are tried below the top, as parts of the free height. */
const ELSEWHERE = [1, 0.75, 0.5, 0.25];
const EVENTS = ["focusin", "keydown", "pointerup", "scroll"] as const;

/** `shown` is what stands in the box: whenever it is another, the box begins on top again. */
export function useToastPlace(box: RefObject<HTMLElement | null>, shown: readonly unknown[]): void {
  const isAny = shown.length > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when something else stands in it
  useLayoutEffect(() => {
    if (!isAny) return;
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place(box.current));
    };
    place(box.current);
    for (const name of EVENTS) document.addEventListener(name, soon, { capture: true, passive: true });
    window.addEventListener("resize", soon);
    return () => {
      cancelAnimationFrame(frame);
      for (const name of EVENTS) document.removeEventListener(name, soon, { capture: true });
      window.removeEventListener("resize", soon);
    };
  }, [isAny, shown]);
}

function place(box: HTMLElement | null): void {
  if (box === null) return;
  const { left, right, height } = box.getBoundingClientRect();
  const busy = busyBoxes(box);
  const inset = Number.parseFloat(getComputedStyle(box).paddingTop);
  const free = innerHeight - height - EDGE_PX;
  const overlapAt = (top: number) => {
    const own = { left, right, top: top + inset - ROUND_PX, bottom: top + height + ROUND_PX };
    return busy.reduce((sum, other) => sum + overlap(own, other), 0);
  };
  let best = 0;
  let least = overlapAt(0);
  for (const part of ELSEWHERE) {
    if (least === 0) break;
    const found = overlapAt(part * free);
    if (found < least) [best, least] = [part * free, found];
  }
  box.style.top = `${Math.round(best)}px`;
}

function busyBoxes(own: HTMLElement): Box[] {
  const elements = [...document.querySelectorAll(IN_FRONT), ...workedOn()];
  return elements.filter((one) => !own.contains(one)).map((one) => one.getBoundingClientRect());
}

/** The row of the cursor, or whatever has the focus with the line that it stands in. */
function workedOn(): Element[] {
  const { activeElement: active } = document;
  if (active === null || active === document.body || active.tagName === "MAIN") return [];
  const named = active.getAttribute("aria-activedescendant");
  const at = named === null ? active : document.getElementById(named);
  if (at === null || at.matches("[role=grid], article, section")) return [];
  return [at.closest("[role=row], li") ?? at];
}

function overlap(a: Box, b: Box): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return width > 0 && height > 0 ? width * height : 0;
}
