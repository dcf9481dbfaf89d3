// The command palette: type a few letters of where to go or what to do.
import { Kbd, Modal } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from "react";
import { useConnected } from "../api/live-updates.ts";
import { Icon } from "../components/display/icons.tsx";
import { type PaletteCommand, useOfferedCommands } from "../interaction/commands.tsx";
import { hasKeyboard } from "../interaction/has-keyboard.ts";
import { keyFor, keyLabel } from "../interaction/shortcuts.tsx";
import classes from "./palette.module.css";
import { fitsWords } from "./palette-match.ts";
import { usePlaces } from "./palette-places.ts";
import { useFoundIssues, useFoundPlaces } from "./palette-search.ts";
import { usePersonalCommands } from "./personal-commands.ts";

/** Commands and pages, before and after something is typed: where there are more, a few more letters tell them apart. */
const MAX_SHOWN = { all: 40, found: 10 };

export function Palette({ onClose }: { onClose(): void }) {
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const listId = useId();
  const shown = useFound(text);
  const connected = useConnected();
  const active = Math.min(chosen, shown.length - 1);
  useEffect(() => {
    document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const run = (command: PaletteCommand | undefined) => {
    if (command === undefined) return;
    onClose();
    command.run();
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) setChosen((active + step + shown.length) % Math.max(1, shown.length));
    else if (event.key === "Enter") run(shown[active]);
    else return;
    event.preventDefault();
  };

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      padding={0}
      size="lg"
      yOffset="12vh"
      centered={false}
      title={<span className="sr-only">Command palette</span>}
      classNames={{ header: "sr-only" }}
    >
      <div className={classes.field}>
        <Icon name="search" size={18} />
        <input
          className={classes.input}
          placeholder="Find a check, an issue, an app, or do something…"
          aria-label="Command"
          role="combobox"
          aria-expanded="true"
          aria-controls={listId}
          aria-activedescendant={shown.length > 0 ? `${listId}-${active}` : undefined}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChosen(0);
          }}
          onKeyDown={press}
          data-autofocus
        />
      </div>
      <div className={classes.list} id={listId} role="listbox" aria-label="Commands">
        {shown.map((command, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/useFocusableInteractive: the field above has the keys
          <div
            key={command.id ?? command.label}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            className={classes.option}
            onMouseMove={() => setChosen(index)}
            onClick={() => run(command)}
          >
            <span className={classes.label}>
              <bdi>{command.label}</bdi>
            </span>
            {command.about !== undefined && (
              <span className={classes.about}>
                <bdi>{command.about}</bdi>
              </span>
            )}
            <KeyOf command={command} />
          </div>
        ))}
      </div>
      {shown.length === 0 && <p className={classes.nothing}>Nothing found.</p>}
      <p className={classes.away} role="status">
        {!connected &&
          "The server can't be reached. Only pages, commands and the runbook you have open can be searched; issues and other apps' checks can't."}
      </p>
    </Modal>
  );
}

/** The key that does the same on the page below the palette. */
function KeyOf({ command: { label, shortcut = label } }: { command: PaletteCommand }) {
  const key = hasKeyboard() ? keyFor(shortcut) : undefined;
  return key === undefined ? null : <Kbd size="xs">{keyLabel(key)}</Kbd>;
}

function useFound(text: string): PaletteCommand[] {
  const places = usePlaces();
  const personal = usePersonalCommands();
  const offered = useOfferedCommands();
  const checks = useFoundPlaces(text);
  const issues = useFoundIssues(text);
  return useMemo(() => {
    const fits = fitsWords(text);
    const here = new Set(offered.map(({ label }) => label));
    const elsewhere = [...places, ...personal].filter(({ label }) => !here.has(label));
    const matching = [...offered, ...elsewhere].filter(({ label, also = "" }) => fits(`${label} ${also}`));
    return [...matching.slice(0, text.trim() === "" ? MAX_SHOWN.all : MAX_SHOWN.found), ...checks, ...issues];
  }, [text, offered, places, personal, checks, issues]);
}
