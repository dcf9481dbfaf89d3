// A replaced wording beside the one that came for it, word by word.
import { useMemo } from "react";
import { shownText } from "../fields/issue-labels.tsx";
import classes from "./compared-text.module.css";
import { wordDiff } from "./word-diff.ts";

export function ComparedText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => {
    let at = 0;
    return wordDiff(shownText(before), shownText(after)).map((part) => {
      at += part.text.length;
      return { ...part, at: `${part.kind}${at}` };
    });
  }, [before, after]);
  return (
    <p className={classes.text} dir="auto">
      {parts.map(({ kind, text, at }) =>
        kind === "same" ? (
          <span key={at}>{text}</span>
        ) : kind === "gone" ? (
          <del key={at}>
            <span className="sr-only">removed: </span>
            {text}
            <span className="sr-only">; </span>
          </del>
        ) : (
          <ins key={at}>
            <span className="sr-only">added: </span>
            {text}
            <span className="sr-only">; </span>
          </ins>
        ),
      )}
    </p>
  );
}
