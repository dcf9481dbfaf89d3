// What a person can do about themselves from everywhere: light or dark, signing out.
import { useLocation } from "wouter";
import { useSignOut } from "../api/session.tsx";
import type { PaletteCommand } from "../interaction/commands.tsx";
import { toastError } from "../interaction/toasts.tsx";
import { SCHEMES, useScheme } from "./appearance.ts";

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
