// What a person can do about themselves from everywhere: light or dark, signing out.
import { useMantineColorScheme } from "@mantine/core";
import { useLocation } from "wouter";
import { useSignOut } from "../api/session.tsx";
import type { PaletteCommand } from "../interaction/commands.tsx";
import { toastError } from "../interaction/toasts.tsx";

/** Switching them off for a moment would put a style element into the page, which its security policy forbids. */
const KEEP_TRANSITIONS = { keepTransitions: true };

export const SCHEMES = [
  ["auto", "As the system"],
  ["light", "Light"],
  ["dark", "Dark"],
] as const;

/** Which colours are shown, and how to choose others. */
export function useScheme() {
  return useMantineColorScheme(KEEP_TRANSITIONS);
}

export function usePersonalCommands(): PaletteCommand[] {
  const signOut = useSignOut();
  const [, go] = useLocation();
  const { colorScheme, setColorScheme } = useScheme();
  const others = SCHEMES.filter(([scheme]) => scheme !== colorScheme);
  return [
    ...others.map(([scheme, word]) => ({
      label: `Appearance: ${word.toLowerCase()}`,
      also: "theme mode",
      run: () => setColorScheme(scheme),
    })),
    { label: "Sign in to another workspace", also: "switch team account", run: () => go("/sign-in?to=another") },
    { label: "Sign out", also: "log out", run: () => void signOut().catch(toastError) },
  ];
}
