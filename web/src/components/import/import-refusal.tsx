// Why a file can't be imported, each mistake beside the line of the file that it is in.
import { Alert } from "@mantine/core";
import { useEffect, useState } from "react";
import classes from "./import-refusal.module.css";

interface Mistake {
  line: number | null;
  column: number;
  words: string;
}

/** Characters of a line shown before and after the place. */
const AROUND = 60;

export function ImportRefusal({ error, file, title }: { error: Error; file: File; title: string }) {
  const [lines, setLines] = useState<string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    // A file that can't be read is shown without its lines.
    file.text().then(
      (text) => isCurrent && setLines(text.split(/\r\n|\r|\n/)),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [file]);
  const mistakes = mistakesOf(error.message);
  return (
    <Alert color="red" role="alert" title={title}>
      <ul className={classes.mistakes}>
        {mistakes.map(({ line, column, words }) => (
          <li key={`${line}:${column}:${words}`}>
            {line !== null && (
              <span className={classes.place}>
                Line {line}, column {column}:{" "}
              </span>
            )}
            {words}
            {line !== null && <Excerpt text={lines[line - 1]} line={line} column={column} />}
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Excerpt({ text, line, column }: { text: string | undefined; line: number; column: number }) {
  if (text === undefined) return null;
  const from = Math.max(0, column - 1 - AROUND);
  const cut = text.slice(from, column - 1 + AROUND);
  const before = `${from > 0 ? "…" : ""}${text.slice(from, column - 1)}`;
  const number = `${line} `;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a long line scrolls, and must do so by keyboard
    <section className={classes.excerpt} tabIndex={0} aria-label={`Line ${line} of the file`}>
      <pre>
        <span className={classes.number}>{number}</span>
        {from > 0 ? "…" : ""}
        {cut}
        {"\n"}
        {" ".repeat(number.length + before.length)}
        <span className={classes.caret}>^</span>
      </pre>
    </section>
  );
}

/** The server's words are of the form `line 12, column 9: what is wrong; line 20, column 3: what is wrong.` */
function mistakesOf(message: string): Mistake[] {
  return message
    .replace(/\?\.$/, "?")
    .split(/; (?=line \d+, column \d+: )/)
    .map((part) => {
      const [, line, column, words] = /^line (\d+), column (\d+): (.*)$/s.exec(part) ?? [];
      return line === undefined
        ? { line: null, column: 0, words: part }
        : { line: Number(line), column: Number(column), words: words! };
    });
}
