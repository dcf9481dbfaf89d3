// The mapping editor: a payload, the expressions that read it, and the issue it would raise, side by side.
import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { useState } from "react";
import type { App, Webhook } from "../../../api/types.ts";
import { SteadyButton } from "../../../components/buttons/steady-button.tsx";
import { keyHint } from "../../../interaction/has-keyboard.ts";
import { toast, toastError } from "../../../interaction/toasts.tsx";
import { changeMappingDraft, currentTexts, isUnsaved, useMappingDraft } from "../data/mapping-draft.ts";
import { type MappingTexts, mappingOf, type TextKey, textsOf } from "../data/mapping-keys.ts";
import { mistakeInPriorities } from "../data/mapping-words.ts";
import { PRESET_NAME } from "../data/preset-names.ts";
import { useChangeWebhook, useNewest } from "../data/webhook-data.ts";
import { ExpressionsPane } from "./expressions-pane.tsx";
import { IssuePane } from "./issue-pane.tsx";
import classes from "./mapping.module.css";
import { PayloadPane } from "./payload-pane.tsx";
import { useExpressionFields } from "./use-expression-fields.ts";
import { usePayload } from "./use-payload.ts";
import { type Mistakes, usePreview } from "./use-preview.ts";

const PANES = { payload: "Payload", expressions: "Expressions", issue: "Issue" } as const;
type Pane = keyof typeof PANES;

export function MappingPart({ app, webhook }: { app: App; webhook: Webhook }) {
  const draft = useMappingDraft(app.id);
  const texts = currentTexts(draft, webhook);
  const write = (next: MappingTexts) => changeMappingDraft(app.id, { texts: next });
  const fill = (filled: MappingTexts, recoveries?: Webhook["recoveries"]) =>
    changeMappingDraft(app.id, { texts: filled, recoveries });
  const fields = useExpressionFields(texts, write);
  useNewest(app.id, "deliveries");
  const payload = usePayload(app.id, webhook.preset);
  const preview = usePreview(app.id, payload.tried, texts, draft.recoveries ?? webhook.recoveries);
  const [pane, setPane] = useState<Pane>("payload");
  const mistakes = mistakesIn(preview.data?.mistakes ?? {}, texts);
  return (
    <>
      <Toolbar app={app} webhook={webhook} texts={texts} wrong={Object.keys(mistakes) as TextKey[]} go={setPane} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset looks and sounds like a form */}
      <div className={classes.switch} role="group" aria-label="Pane">
        {(Object.keys(PANES) as Pane[]).map((one) => (
          <button key={one} type="button" aria-pressed={one === pane} onClick={() => setPane(one)}>
            {PANES[one]}
          </button>
        ))}
      </div>
      <div className={classes.panes} data-pane={pane}>
        <PayloadPane app={app.id} payload={payload} fields={fields} texts={texts} onFill={write} />
        <ExpressionsPane fields={fields} texts={texts} mistakes={mistakes} onFill={fill} />
        <IssuePane app={app} preview={preview} hasPayload={payload.tried !== null} />
      </div>
    </>
  );
}

/** Mistakes found in the present expressions: those of an expression that changed since say nothing any more. */
function mistakesIn(found: Mistakes, texts: MappingTexts): Mistakes {
  const current = Object.entries(found).filter(([key, { text }]) => texts[key as TextKey] === text);
  const text = texts.priority_words;
  const mistake = mistakeInPriorities(text);
  return { ...Object.fromEntries(current), ...(mistake === null ? {} : { priority_words: { ...mistake, text } }) };
}

interface ToolbarProps {
  app: App;
  webhook: Webhook;
  texts: MappingTexts;
  wrong: TextKey[];
  go(pane: Pane): void;
}

function Toolbar({ app, webhook, texts, wrong, go }: ToolbarProps) {
  const draft = useMappingDraft(app.id);
  const change = useChangeWebhook(app.id);
  const unsaved = isUnsaved(draft, webhook);
  const isInUse = webhook.preset === "custom";
  const canSave = (unsaved || !isInUse) && wrong.length === 0;

  const save = () => {
    if (wrong.length > 0) go("expressions");
    if (!canSave || change.isPending) return;
    const { recoveries } = draft;
    const isProposed = recoveries !== undefined && recoveries !== webhook.recoveries;
    const before = {
      ...{ preset: webhook.preset, mapping: mappingOf(textsOf(webhook)) },
      ...(isProposed ? { recoveries: webhook.recoveries } : {}),
    };
    const undo = () => {
      changeMappingDraft(app.id, { texts, recoveries });
      change.mutate(before, { onError: toastError });
    };
    change.mutate(
      { preset: "custom", mapping: mappingOf(texts), ...(isProposed ? { recoveries } : {}) },
      {
        onError: toastError,
        onSuccess: () => {
          changeMappingDraft(app.id, { texts: undefined, recoveries: undefined });
          const also = isProposed && recoveries === "fix" ? ", and a recovery marks its issue fixed" : "";
          toast({ text: `The mapping is saved. Deliveries are read with it from now on${also}.`, undo });
        },
      },
    );
  };
  useHotkeys([["mod+S", save]], []);
  const discard = () => {
    const { recoveries } = draft;
    changeMappingDraft(app.id, { texts: undefined, recoveries: undefined });
    toast({ text: "The changes are discarded.", undo: () => changeMappingDraft(app.id, { texts, recoveries }) });
  };
  return (
    <div className={classes.toolbar}>
      <p className={classes.state} role="status">
        {wrong.length > 0
          ? "There is a mistake in an expression. Correct it to save."
          : unsaved
            ? "Unsaved changes. They are kept in this tab."
            : isInUse
              ? "Saved. Deliveries are read with this mapping."
              : `Not in use: deliveries are read as ${PRESET_NAME[webhook.preset]}.`}
      </p>
      {unsaved && (
        <Button variant="subtle" color="gray" onClick={discard}>
          Discard
        </Button>
      )}
      <SteadyButton off={!canSave} busy={change.isPending} title={keyHint("Ctrl S")} onClick={save}>
        {isInUse ? "Save mapping" : "Save and use it"}
      </SteadyButton>
    </div>
  );
}
