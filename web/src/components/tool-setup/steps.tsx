// What to do in another tool, step by step, with links to where it is done and buttons that copy what is pasted there.
import type { ReactNode } from "react";
import { CopyButton } from "../buttons/copy-button.tsx";
import classes from "./steps.module.css";

/** A step that mentions `phrase` gets a button that copies `text`. */
export interface StepCopy {
  phrase: string;
  label: string;
  text: string;
}

export function Steps({ steps, copies = [] }: { steps: readonly string[]; copies?: readonly StepCopy[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => {
        const mentioned = copies.filter(({ phrase }) => step.includes(phrase));
        return (
          <li key={step}>
            {withLinks(step)}
            {mentioned.map(({ label, text }) => (
              <span key={label} className={classes.copy}>
                <CopyButton text={text} label={label} size="compact-xs" />
              </span>
            ))}
          </li>
        );
      })}
    </ol>
  );
}

const LINK = /\[([^\]]+)\]\((https:\/\/[^)]+)\)/;

/** A text with its Markdown links made into links. */
function withLinks(text: string): ReactNode[] {
  const [before = "", label, href, ...after] = text.split(LINK);
  if (label === undefined || href === undefined) return [text];
  const rest = text.slice(before.length + label.length + href.length + "[]()".length);
  return [
    before,
    <a key={href} href={href} target="_blank" rel="noopener noreferrer nofollow">
      {label}
    </a>,
    ...(after.length === 0 ? [] : withLinks(rest)),
  ];
}
