// Which part of the page the address names, after its #.
import { useSyncExternalStore } from "react";

export const PARTS = ["setup", "mapping", "deliveries", "notifications"] as const;
export type Part = (typeof PARTS)[number];

/** The part that was last named: an anchor of the frame around, such as the way past its bar, names none. */
let last: Part = "setup";

export function useOpenPart(): Part {
  return useSyncExternalStore(subscribe, read);
}

export function goToPart(part: Part): void {
  location.hash = part;
}

function read(): Part {
  const named = location.hash.slice(1);
  const part = PARTS.find((one) => one === named);
  if (part !== undefined || named === "") last = part ?? "setup";
  return last;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  window.addEventListener("popstate", listener);
  return () => {
    window.removeEventListener("hashchange", listener);
    window.removeEventListener("popstate", listener);
  };
}
