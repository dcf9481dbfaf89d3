// A filter that stands in the address, so that a link shows the same.
import { useSearchParams } from "wouter";

export interface AddressFilter<Name extends string> {
  filter: Partial<Record<Name, string>>;
  change(part: Partial<Record<Name, string>>): void;
  clear(): void;
}

/** A filter kept in the address. Empty values are left out. */
export function useAddressFilter<Name extends string>(names: readonly Name[]): AddressFilter<Name> {
  const [params, setParams] = useSearchParams();
  const filter: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = params.get(name);
    if (value !== null && value !== "") filter[name] = value;
  }
  const change = (part: Partial<Record<Name, string>>) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        for (const [name, value] of Object.entries<string | undefined>(part)) {
          if (value === undefined || value === "") after.delete(name);
          else after.set(name, value);
        }
        return after;
      },
      { replace: true },
    );
  return { filter, change, clear: () => setParams(new URLSearchParams(), { replace: true }) };
}

/** When a day begins in the time zone of the browser, so many days later; undefined for what is no day. */
export function momentOf(day: string | undefined, plus: number): string | undefined {
  if (day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + plus);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
