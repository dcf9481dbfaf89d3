// How somebody likes to see runbooks, remembered by their browser.
import { useLocalStorage } from "@mantine/hooks";
import { useCallback, useMemo } from "react";

function useRemembered<T>(key: string, defaultValue: T) {
  return useLocalStorage<T>({ key: `retest-runbook-${key}`, defaultValue, getInitialValueInEffect: false });
}

export function usePreferences(app: string) {
  const [goesOn, setGoesOn] = useRemembered("goes-on", true);
  const [isTrendOpen, setTrendOpen] = useRemembered("trend", false);
  const [phonePlatform, setPhonePlatform] = useRemembered<string | null>(`platform-${app}`, null);
  const [hidden, setHidden] = useRemembered<string[]>(`hidden-${app}`, []);
  const [folded, setFolded] = useRemembered<string[]>(`collapsed-${app}`, []);
  const toggleSection = useCallback(
    (id: string) => setFolded((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    [setFolded],
  );
  const collapsed = useMemo(() => new Set(folded), [folded]);
  return {
    /** Whether recording a pass moves on to the next check. */
    goesOn,
    setGoesOn,
    isTrendOpen,
    setTrendOpen,
    phonePlatform,
    setPhonePlatform,
    /** Codes of the platforms that are not shown. */
    hidden,
    setHidden,
    collapsed,
    setFolded,
    toggleSection,
  };
}
