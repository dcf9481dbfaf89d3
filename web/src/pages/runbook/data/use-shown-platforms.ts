// Which platforms are shown: all but those that somebody has hidden in this browser. One that the address names, or that the
// list is filtered by, is shown anyway. What is recorded for a whole row is recorded on the platforms that are shown.
import { useCallback, useMemo } from "react";
import { useForVisit } from "../../../interaction/page-visits.ts";
import type { RunbookOutline } from "./runbook.ts";
import type { RunbookAddress } from "./runbook-address.ts";
import { type Column, columnsOf } from "./runbook-rows.ts";
import type { usePreferences } from "./use-preferences.ts";

export interface ShownPlatforms {
  /** The platforms that aren't hidden. */
  shown: Column[];
  /** How many platforms are hidden. */
  hidden: number;
  setShown(code: string, isShown: boolean): void;
  showAll(): void;
}

interface Given {
  outline: RunbookOutline;
  address: RunbookAddress;
  preferences: Pick<ReturnType<typeof usePreferences>, "hidden" | "setHidden" | "phonePlatform" | "setPhonePlatform">;
  isPhone: boolean;
}

export function useShownPlatforms({ outline, address, preferences, isPhone }: Given) {
  const { aim, visit, filters, change } = address;
  const { hidden, setHidden, phonePlatform, setPhonePlatform } = preferences;
  const [named, setNamed] = useForVisit(visit, aim.on);
  /** On a phone: the platform that the address names, or that was picked since. */
  const [phoneOn, setPhoneOn] = useForVisit(visit, aim.on);
  const shown = useMemo(() => {
    const all = columnsOf(outline);
    const some = all.filter(({ code }) => !hidden.includes(code) || code === named || code === filters.platform);
    return some.length > 0 ? some : all;
  }, [outline, hidden, named, filters.platform]);
  const columns = useMemo(() => {
    const only = isPhone ? (phoneOn ?? phonePlatform) : filters.platform;
    const one = shown.filter(({ code }) => code === only);
    if (one.length > 0) return one;
    return isPhone ? shown.slice(0, 1) : shown;
  }, [shown, isPhone, phoneOn, phonePlatform, filters.platform]);

  const setShown = useCallback<ShownPlatforms["setShown"]>(
    (code, isShown) => {
      setHidden((before) => [...before.filter((one) => one !== code), ...(isShown ? [] : [code])]);
      if (isShown) return;
      setNamed((before) => (before === code ? null : before));
      if (filters.platform === code) change({ platform: null });
    },
    [setHidden, setNamed, change, filters.platform],
  );
  const showAll = useCallback(() => setHidden([]), [setHidden]);
  const platforms = useMemo<ShownPlatforms>(
    () => ({ shown, hidden: outline.platforms.length - shown.length, setShown, showAll }),
    [shown, outline, setShown, showAll],
  );
  const pick = (code: string) => {
    setPhoneOn(() => code);
    setPhonePlatform(code);
  };
  return { platforms, columns, phoneOn, pick };
}
