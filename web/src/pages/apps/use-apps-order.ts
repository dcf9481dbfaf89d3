// Which apps are shown, and in which order.
import { useLocalStorage } from "@mantine/hooks";
import { useMemo, useState } from "react";
import type { OverviewApp } from "../../api/apps.ts";

export type Order = "attention" | "name";

/** From this many apps on there is a search: with fewer, looking is quicker than typing. */
const MANY = 8;
const byName = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

export function useAppsOrder(apps: readonly OverviewApp[]) {
  const [order, setOrder] = useLocalStorage<Order>({ key: "retest-apps-order", defaultValue: "attention" });
  const [text, setText] = useState("");
  const shown = useMemo(() => {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    return apps
      .filter((app) => {
        const lower = `${app.name} ${app.platforms.map(({ label }) => label).join(" ")}`.toLowerCase();
        return words.every((word) => lower.includes(word));
      })
      .sort((a, b) => (order === "attention" ? waiting(b) - waiting(a) : 0) || byName.compare(a.name, b.name));
  }, [apps, text, order]);
  return { shown, order, setOrder, text, setText, hasFilter: apps.length > MANY };
}

/** How much there is that somebody should look at. */
function waiting({ summary }: OverviewApp): number {
  return summary.needs_retest + summary.failed + summary.open_issues;
}
