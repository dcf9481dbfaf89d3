// The first pane: which payload is looked at, as a tree to click in or as text.
import { Button, NativeSelect, SegmentedControl, Textarea } from "@mantine/core";
import { useState } from "react";
import { MAPPING_KEYS, type MappingKey } from "../../../../../src/wire/lists.ts";
import { Failure, Waiting } from "../../../components/display/loading-and-failure.tsx";
import { sinceText } from "../../../components/display/times.tsx";
import { toast } from "../../../interaction/toasts.tsx";
import { answerText } from "../data/answer-label.tsx";
import type { Source } from "../data/mapping-draft.ts";
import { KEY_LABEL, type MappingTexts } from "../data/mapping-keys.ts";
import { SAMPLES } from "../samples/all-samples.ts";
import { pathInItem } from "./insert-path.ts";
import panes from "./mapping.module.css";
import classes from "./payload-pane.module.css";
import { PayloadTree } from "./payload-tree-view.tsx";
import type { ExpressionFields } from "./use-expression-fields.ts";
import type { Payload } from "./use-payload.ts";

interface Props {
  app: string;
  payload: Payload;
  fields: ExpressionFields;
  texts: MappingTexts;
  onFill(texts: MappingTexts): void;
}

export function PayloadPane({ payload, fields, texts, onFill }: Props) {
  const [view, setView] = useState<"tree" | "text">("tree");
  const { source, sample } = payload;
  const shown = source.kind === "pasted" && payload.text.trim() === "" ? "text" : view;
  return (
    <section className={panes.pane} data-name="payload" aria-label="Payload">
      <div className={panes.paneHead}>
        <h2>Payload</h2>
        <SegmentedControl
          size="xs"
          classNames={{ label: classes.view }}
          aria-label="Show the payload as"
          value={shown}
          onChange={(value) => setView(value as "tree" | "text")}
          data={[
            { value: "tree", label: "Tree" },
            { value: "text", label: "Text" },
          ]}
        />
      </div>
      <div className={classes.paneTools}>
        <NativeSelect
          aria-label="Payload to try"
          value={nameOf(source)}
          data={choices(payload)}
          onChange={(event) => {
            const chosen = sourceOf(event.currentTarget.value);
            setView(chosen.kind === "pasted" ? "text" : "tree");
            payload.choose(chosen);
          }}
        />
        {sample?.mapping != null && (
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => {
              onFill(sample.mapping!);
              toast({ text: `The expressions are filled in for ${sample.name}.`, undo: () => onFill(texts) });
            }}
          >
            Fill in a mapping for {sample.name}
          </Button>
        )}
      </div>
      {payload.isPending ? (
        <Waiting />
      ) : payload.error !== null ? (
        <Failure error={payload.error} />
      ) : shown === "text" ? (
        <PayloadText payload={payload} />
      ) : (
        <Tree payload={payload} fields={fields} items={texts.items} />
      )}
    </section>
  );
}

function PayloadText({ payload }: { payload: Payload }) {
  return (
    <Textarea
      classNames={{ root: classes.textRoot, wrapper: classes.textWrapper, input: classes.text }}
      aria-label="Text of the payload"
      description={
        payload.source.kind === "pasted"
          ? "Paste a JSON object, or a form as in name=value&name=value."
          : "If you change it, you work on a copy."
      }
      spellCheck={false}
      value={payload.text}
      onChange={(event) => payload.paste(event.currentTarget.value)}
    />
  );
}

function Tree({ payload, fields, items }: { payload: Payload; fields: ExpressionFields; items: string }) {
  const [said, setSaid] = useState("Arrow keys move in the tree, Enter chooses a value.");
  if (payload.tree === null) {
    return (
      <p className={panes.paneNote}>
        This is neither a JSON object nor a plain form, so there is no tree to show. Switch to text.
      </p>
    );
  }
  return (
    <>
      <div className={classes.target}>
        <span>Choose a value to put its path into</span>
        <NativeSelect
          size="xs"
          aria-label="Put paths into"
          value={fields.target}
          data={MAPPING_KEYS.map((key) => ({ value: key, label: KEY_LABEL[key] }))}
          onChange={(event) => fields.setTarget(event.currentTarget.value as MappingKey)}
        />
      </div>
      <PayloadTree
        key={nameOf(payload.source)}
        nodes={payload.tree}
        takesLists={fields.target === "platform" || fields.target === "items"}
        onPick={(picked, byPointer) => {
          const path = fields.target === "items" ? picked : pathInItem(items, picked);
          fields.insert(path, byPointer);
          setSaid(`${path} is in ${KEY_LABEL[fields.target]}.`);
        }}
      />
      <p className={classes.said} role="status">
        {said}
      </p>
    </>
  );
}

function choices({ deliveries, source }: Payload) {
  const known = deliveries.map((delivery) => ({
    value: `delivery ${delivery.id}`,
    label: `${sinceText(delivery.at)}: ${answerText(delivery)}${delivery.issue === null ? "" : ` ${delivery.issue.code}`}`,
  }));
  const isOlder = source.kind === "delivery" && !deliveries.some(({ id }) => id === source.id);
  const older = isOlder ? [{ value: nameOf(source), label: "An older delivery" }] : [];
  return [
    { group: "Deliveries", items: [...known, ...older] },
    { group: "Samples of known tools", items: SAMPLES.map(({ name }) => ({ value: `sample ${name}`, label: name })) },
    { group: "Your own", items: [{ value: "pasted", label: "Pasted text" }] },
  ].filter(({ items }) => items.length > 0);
}

function nameOf(source: Source): string {
  if (source.kind === "pasted") return "pasted";
  return source.kind === "sample" ? `sample ${source.name}` : `delivery ${source.id}`;
}

function sourceOf(name: string): Source {
  if (name.startsWith("delivery ")) return { kind: "delivery", id: name.slice(9) };
  return name.startsWith("sample ") ? { kind: "sample", name: name.slice(7) } : { kind: "pasted" };
}
