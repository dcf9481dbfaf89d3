// One line of a log, which opens to show all of it.
import { type ReactNode, useId } from "react";
import { Icon } from "../display/icons.tsx";
import { Ago } from "../display/times.tsx";
import classes from "./log.module.css";
import details from "./log-entry.module.css";

interface Props {
  at: string;
  /** The outcome, in front of the line. */
  mark: ReactNode;
  /** Details, cut off where the room ends. */
  words?: ReactNode;
  /** A link behind the button. */
  link?: ReactNode;
  isOpen: boolean;
  onToggle(): void;
  children: ReactNode;
}

export function LogEntry({ at, mark, words, link, isOpen, onToggle, children }: Props) {
  const id = useId();
  return (
    <li className={classes.entry} data-open={isOpen || undefined}>
      <div className={classes.line}>
        <button
          type="button"
          className={classes.opener}
          data-entry=""
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={onToggle}
        >
          <span className={classes.chevron}>
            <Icon name={isOpen ? "down" : "right"} size={14} />
          </span>
          <span className={classes.at}>
            <Ago at={at} />
          </span>
          {mark}
          <span className={classes.words}>{words}</span>
        </button>
        <span className={classes.link}>{link}</span>
      </div>
      {isOpen && (
        <div id={id} className={details.details}>
          {children}
        </div>
      )}
    </li>
  );
}

/** Names and values, as of a table with two columns. */
export function Facts({ label, facts }: { label: string; facts: [name: string, value: ReactNode][] }) {
  return (
    <section className={details.block} aria-label={label}>
      <h3>{label}</h3>
      <dl className={details.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Long bodies scroll in their own box, which the keyboard reaches. */
export function BodyText({ children }: { children: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <pre className={details.body} tabIndex={0}>
      {children}
    </pre>
  );
}
