// Creating an app: its name, its mode, what it runs on, and perhaps the first section of its runbook.

import { Button, Input } from "@mantine/core";
import { useState } from "react";
import { MAX_NAME, MAX_TITLE } from "../../../../src/wire/limits.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import type { App } from "../../api/types.ts";
import { ModeChoice } from "../../components/apps/mode-choice.tsx";
import { platformCode } from "../../components/apps/platform-code.ts";
import { DialogForm } from "../../components/form/dialog-form.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { ToggleChips } from "../../components/form/toggle-chips.tsx";
import { useCreateApp } from "./create-app.ts";
import classes from "./create-app-dialog.module.css";

const PRESETS = ["Web", "iOS", "Android", "API", "Desktop"];

export function CreateAppDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState("");
  const [mode, setMode] = useState<App["mode"]>("testing");
  const [offered, setOffered] = useState(PRESETS);
  const [chosen, setChosen] = useState<string[]>([]);
  const [own, setOwn] = useState("");
  const [section, setSection] = useState("");
  const [tried, setTried] = useState(false);
  const create = useCreateApp();
  const refusal = refusalOf(create.error, ["name", "platforms", "sections"]);

  const isOwnLong = tooLongText(own, MAX_NAME) !== undefined;
  const isLong =
    isOwnLong || tooLongText(name, MAX_NAME) !== undefined || tooLongText(section, MAX_TITLE) !== undefined;
  /** Adds what is typed as another platform, and gives what is offered and chosen then. */
  const addOwn = () => {
    const label = own.trim();
    if (label === "" || isOwnLong) return { offered, chosen };
    const known = offered.find((one) => one.toLowerCase() === label.toLowerCase());
    const all = {
      offered: known === undefined ? [...offered, label] : offered,
      chosen: [...new Set([...chosen, known ?? label])],
    };
    setOffered(all.offered);
    setChosen(all.chosen);
    setOwn("");
    return all;
  };
  const send = () => {
    setTried(true);
    // Whoever typed another platform means it, also without pressing Add.
    const all = addOwn();
    if (all.chosen.length === 0) return;
    const platforms: { code: string; label: string }[] = [];
    for (const label of all.offered.filter((one) => all.chosen.includes(one))) {
      const code = platformCode(
        label,
        platforms.map((platform) => platform.code),
      );
      platforms.push({ code, label });
    }
    create.mutate({ name, mode, platforms, sections: section.trim() === "" ? [] : [{ title: section }] });
  };

  return (
    <DialogForm
      title="New app"
      size="lg"
      refused={refusal.rest}
      send="Create app"
      isSending={create.isPending}
      canSend={name.trim() !== "" && !isLong}
      onSend={send}
      onClose={onClose}
    >
      <LimitedInput
        label="Name"
        placeholder="Harbour Shop"
        required
        data-autofocus
        limit={MAX_NAME}
        value={name}
        error={refusal.at.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ModeChoice value={mode} onChange={setMode} />
      <Input.Wrapper
        label="Platforms"
        labelElement="div"
        required
        description="What the app runs on. Every check has a status on each of them."
        error={refusal.at.platforms ?? (tried && chosen.length === 0 ? "Choose at least one platform." : undefined)}
        errorProps={{ role: "alert" }}
      >
        <div className={classes.platforms}>
          <ToggleChips
            label="Platforms"
            options={offered.map((label) => ({ value: label, label }))}
            chosen={chosen}
            onToggle={(label) =>
              setChosen(chosen.includes(label) ? chosen.filter((one) => one !== label) : [...chosen, label])
            }
          />
          <div className={classes.own}>
            <LimitedInput
              aria-label="Another platform"
              placeholder="Another platform"
              limit={MAX_NAME}
              value={own}
              onChange={(event) => setOwn(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter" || own.trim() === "") return;
                event.preventDefault();
                addOwn();
              }}
            />
            <Button variant="default" disabled={own.trim() === "" || isOwnLong} onClick={addOwn}>
              Add
            </Button>
          </div>
        </div>
      </Input.Wrapper>
      <LimitedInput
        label="First section"
        description="Optional. A runbook has sections, such as Checkout, and each section has checks."
        placeholder="Checkout"
        limit={MAX_TITLE}
        value={section}
        error={refusal.at.sections}
        onChange={(event) => setSection(event.currentTarget.value)}
      />
    </DialogForm>
  );
}
