// Words of the tool's own: what they mean counts before what such words mean elsewhere.
import { useId, useState } from "react";
import type { MappingTexts } from "../data/mapping-keys.ts";
import { WORD_KEYS, type WordKey } from "../data/mapping-words.ts";
import classes from "./expressions-pane.module.css";
import { MistakeNote } from "./mistake-note.tsx";
import type { ExpressionFields } from "./use-expression-fields.ts";
import type { Mistake, Mistakes } from "./use-preview.ts";

const LABEL: Record<WordKey, string> = {
  priority_words: "Words for priorities",
  recovered_words: "Words for recovered",
  ignored_words: "Words for ignored",
};
const HELP: Record<WordKey, string> = {
  priority_words: "One a line: what the tool says, = and urgent, high, medium or low.",
  recovered_words: "One a line, beside resolved, ok, up and the other usual ones.",
  ignored_words: "One a line: kinds of messages that raise nothing.",
};
const EXAMPLE: Record<WordKey, string> = {
  priority_words: "5 = urgent\n4 = high",
  recovered_words: "1",
  ignored_words: "ping",
};

interface Props {
  fields: ExpressionFields;
  texts: MappingTexts;
  mistakes: Mistakes;
}

/** Folded until there are some: most tools need none. Once open, it stays so while the last word is deleted. */
export function WordFields({ fields, texts, mistakes }: Props) {
  const [isOpen, setIsOpen] = useState(false);
  const hasWords = WORD_KEYS.some((key) => texts[key] !== "");
  return (
    <details
      className={classes.words}
      open={isOpen || hasWords}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
    >
      <summary>Words of the tool</summary>
      {WORD_KEYS.map((key) => (
        <WordField key={key} name={key} text={texts[key]} mistake={mistakes[key]} write={fields.write} />
      ))}
    </details>
  );
}

interface FieldProps {
  name: WordKey;
  text: string;
  mistake: Mistake | undefined;
  write: ExpressionFields["write"];
}

function WordField({ name, text, mistake, write }: FieldProps) {
  const id = useId();
  return (
    <div className={classes.field}>
      <label htmlFor={id}>{LABEL[name]}</label>
      <p id={`${id}-help`} className={classes.help}>
        {HELP[name]}
      </p>
      <textarea
        id={id}
        className={classes.expression}
        rows={2}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        placeholder={EXAMPLE[name]}
        aria-describedby={mistake === undefined ? `${id}-help` : `${id}-mistake ${id}-help`}
        aria-invalid={mistake !== undefined}
        value={text}
        onChange={(event) => write(name, event.currentTarget.value)}
      />
      <div id={`${id}-mistake`} role="status">
        {mistake !== undefined && <MistakeNote text={text} mistake={mistake} />}
      </div>
    </div>
  );
}
