// Light, dark, or as the system: which of them are offered, and how one is chosen.
import { useMantineColorScheme } from "@mantine/core";

/** Switching them off for a moment would put a style element into the page, which its security policy forbids. */
const KEEP_TRANSITIONS = { keepTransitions: true };

export const SCHEMES = [
  ["auto", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** The colours that are shown, and how to choose others. */
export function useScheme() {
  return useMantineColorScheme(KEEP_TRANSITIONS);
}
