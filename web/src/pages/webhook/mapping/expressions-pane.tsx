// The second pane: one field for each thing that a mapping may say.
import { useId } from "react";
import { MAPPING_KEYS, type MappingKey } from "../../../../../src/wire/lists.ts";
import type { Webhook } from "../../../api/types.ts";
import { KEY_EXAMPLE, KEY_HELP, KEY_LABEL, type MappingTexts } from "../data/mapping-keys.ts";
import classes from "./expressions-pane.module.css";
import panes from "./mapping.module.css";
import { MistakeNote } from "./mistake-note.tsx";
import { TemplateChoice } from "./template-choice.tsx";
import type { ExpressionFields } from "./use-expression-fields.ts";
import type { Mistake, Mistakes } from "./use-preview.ts";
import { WordFields } from "./word-fields.tsx";

interface Props {
  fields: ExpressionFields;
  texts: MappingTexts;
  mistakes: Mistakes;
  onFill(texts: MappingTexts, recoveries?: Webhook["recoveries"]): void;
}

export function ExpressionsPane({ fields, texts, mistakes, onFill }: Props) {
  return (
    <section className={panes.pane} data-name="expressions" aria-label="Expressions">
      <div className={panes.paneHead}>
        <h2>Expressions</h2>
      </div>
      <div className={panes.paneBody}>
        <TemplateChoice texts={texts} onFill={onFill} />
        {MAPPING_KEYS.map((key) => (
          <ExpressionField key={key} name={key} text={texts[key]} mistake={mistakes[key]} fields={fields} />
        ))}
        <WordFields fields={fields} texts={texts} mistakes={mistakes} />
        <p className={panes.paneNote}>
          What an expression doesn't find is taken from Retest's own field names; if it isn't there either, the default
          applies.
        </p>
        <Language />
      </div>
    </section>
  );
}

interface FieldProps {
  name: MappingKey;
  text: string;
  mistake: Mistake | undefined;
  fields: ExpressionFields;
}

function ExpressionField({ name, text, mistake, fields }: FieldProps) {
  const id = useId();
  const isLong = name === "description";
  return (
    <div className={classes.field} data-target={fields.target === name || undefined}>
      <label htmlFor={id}>{KEY_LABEL[name]}</label>
      <p id={`${id}-help`} className={classes.help}>
        {KEY_HELP[name]}
      </p>
      <textarea
        ref={fields.refOf(name)}
        id={id}
        className={classes.expression}
        rows={Math.min(8, Math.max(isLong ? 2 : 1, text.split("\n").length))}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={KEY_EXAMPLE[name]}
        aria-describedby={mistake === undefined ? `${id}-help` : `${id}-mistake ${id}-help`}
        aria-invalid={mistake !== undefined}
        value={text}
        onChange={(event) => fields.write(name, event.currentTarget.value)}
        onFocus={() => fields.setTarget(name)}
        onSelect={() => fields.noteCursor(name)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !isLong) event.preventDefault();
        }}
      />
      <div id={`${id}-mistake`} role="status">
        {mistake !== undefined && <MistakeNote text={text} mistake={mistake} />}
      </div>
    </div>
  );
}

const EXAMPLES: [expression: string, meaning: string][] = [
  ["error.message", "a path into the JSON"],
  ["items[0].title", "an item of a list"],
  ['labels["host.name"]', "a key with a dot, a bracket or a bar in it"],
  ["title | alert.name", "the first that has a value"],
  ["{service}: {error.message}", "a template; text outside the braces stays as it is"],
  ["{error.class|error.type} in {app}", "alternatives inside a template"],
  ["Message.AlarmName", "reads on inside a text that contains JSON"],
];

function Language() {
  return (
    <details className={classes.language}>
      <summary>How expressions are written</summary>
      <dl>
        {EXAMPLES.map(([expression, meaning]) => (
          <div key={expression}>
            <dt>
              <code>{expression}</code>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <p>
        A template line in which every placeholder is empty is left out. Separators left over at the ends of a line are
        trimmed; inside, a line stays as you wrote it.
      </p>
    </details>
  );
}
