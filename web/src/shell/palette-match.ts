// Which commands and places a few typed letters mean, by what is known in the browser.
import type { z } from "zod";
import type { RunbookSchema } from "../../../src/wire/runbook/runbook-snapshot.ts";
import type { FoundPlace } from "../api/types.ts";

export type Searched = Pick<z.infer<typeof RunbookSchema>, "app" | "sections" | "checks">;

/** Where there are more, a few more letters tell them apart. */
const MAX_PLACES = 12;

/** The sections and checks of a runbook that have every word, in its order. */
export function placesIn({ app: { id, name }, sections, checks }: Searched, typed: string): FoundPlace[] {
  const fits = fitsWords(typed);
  const app = { id, name };
  const places: FoundPlace[] = [
    ...sections.map(({ id, ref, title }) => ({ kind: "section" as const, id, ref, title, app })),
    ...checks.map(({ id, ref, title }) => ({ kind: "check" as const, id, ref, title, app })),
  ];
  return places.filter(({ ref, title }) => fits(`${ref} ${title}`)).slice(0, MAX_PLACES);
}

/** Whether a text has all that was typed, word by word. */
export function fitsWords(typed: string): (text: string) => boolean {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) => lower.includes(word));
  };
}
