// Chooses whose entries of the audit log are shown. The log knows whole names: those that are known here are offered, and a part of one is enough.
import { ComboboxChevron, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { get } from "../../../api/client.ts";
import type { Key, Person } from "../../../api/types.ts";
import { KEYS, PEOPLE } from "../grants/access-query-keys.ts";
import classes from "./audit-part.module.css";
import { matchNames } from "./match-names.ts";

/** Other authors that the log may have. */
const OTHERS = ["command line", "system"];
const MAX_NAMED = 3;

interface Props {
  value: string;
  /** Actors of the entries that are shown, also people and keys that are gone. */
  seen: readonly string[];
  onCommit(actor: string): void;
}

export function ActorFilter({ value, seen, onCommit }: Props) {
  const people = useQuery({ queryKey: PEOPLE, queryFn: () => get<Person[]>("/people") });
  const apiKeys = useQuery({ queryKey: KEYS, queryFn: () => get<Key[]>("/keys") });
  const known = [...(people.data ?? []), ...(apiKeys.data ?? [])].map(({ name }) => name);
  const names = [...new Set([...known, ...OTHERS, ...seen])].sort((a, b) => a.localeCompare(b));
  const [text, setText] = useState<string | null>(null);
  const [several, setSeveral] = useState<string[]>([]);
  const listId = useId();
  const type = (typed: string) => {
    setSeveral([]);
    setText(typed);
    // Chosen from the list.
    if (names.includes(typed)) finish(typed);
  };
  const finish = (actor: string) => {
    setText(null);
    if (actor !== value) onCommit(actor);
  };
  const commit = () => {
    if (text === null) return;
    const meant = matchNames(text, names);
    if (meant.length > 1) setSeveral(meant);
    else finish(meant[0] ?? text.trim());
  };
  return (
    <>
      <TextInput
        label="Who"
        placeholder="Everybody"
        list={listId}
        rightSection={<ComboboxChevron />}
        rightSectionPointerEvents="none"
        classNames={{ input: classes.who! }}
        autoComplete="off"
        value={text ?? value}
        error={several.length > 0 && `Which one: ${namesText(several)}?`}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
      />
      <datalist id={listId}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(", ") + (more > 0 ? ` or ${more} more` : "");
}
