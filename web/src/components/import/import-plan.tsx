// What importing a file would change, as a list that can be read.
import type { RunbookImport } from "../../api/types.ts";
import classes from "./import-plan.module.css";

type Step = RunbookImport["plan"][number];

const WORD: Record<Step["change"], string> = {
  create: "New",
  change: "Changed",
  move: "Moved",
  archive: "Archived",
  delete: "Deleted",
};
const COUNTED = [
  ["created", "new"],
  ["changed", "changed"],
  ["moved", "moved"],
  ["archived", "archived"],
  ["deleted", "deleted"],
  ["unchanged", "unchanged"],
] as const;
/** A plan of thousands is not read line by line. */
const MAX_SHOWN = 200;

export function ImportPlan({ result }: { result: RunbookImport }) {
  const { plan, counts, created, app, format, left_out } = result;
  const named = created ? (plan.find(({ kind }) => kind === "app")?.title ?? "") : (app?.name ?? "");
  return (
    <section aria-label="What would change" className={classes.plan}>
      <p className={classes.sum} role="status">
        {plan.length === 0 ? (
          <>
            <bdi>{named}</bdi> has all of this already: nothing would change.
          </>
        ) : (
          <>
            {format.name === "runbook" || format.name === "table" ? "" : `Read as an export of ${format.label}. `}
            {created ? "Creates " : "Updates "}
            <strong>
              <bdi>{named}</bdi>
            </strong>
            {": "}
            {COUNTED.filter(([name]) => counts[name] > 0)
              .map(([name, word]) => `${counts[name]} ${word}`)
              .join(", ")}
            .
          </>
        )}
      </p>
      {plan.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list scrolls, and must do so by keyboard
        <ul className={classes.steps} tabIndex={0} aria-label="Changes">
          {plan.slice(0, MAX_SHOWN).map((step, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a plan never changes, and has no other key
            <li key={i} className={classes.step} data-change={step.change}>
              <span className={classes.change}>{WORD[step.change]}</span>
              <span className={classes.kind}>{step.kind}</span>
              <span className={classes.what}>
                {step.ref !== null && step.kind !== "app" && <code className={classes.ref}>{step.ref}</code>}
                <bdi>{step.title}</bdi>
                <StepDetails details={step.details} />
              </span>
            </li>
          ))}
          {plan.length > MAX_SHOWN && <li className={classes.more}>and {plan.length - MAX_SHOWN} more</li>}
        </ul>
      )}
      {left_out.length > 0 && <LeftOut entries={left_out} />}
    </section>
  );
}

/** What of the file has no place in a runbook: nothing is lost in silence. */
function LeftOut({ entries }: { entries: RunbookImport["left_out"] }) {
  return (
    <details className={classes.leftOut}>
      <summary>{entries.length === 1 ? "1 field is left out" : `${entries.length} fields are left out`}</summary>
      <ul>
        {entries.map(({ field, why, count, lines }) => (
          <li key={`${field} ${why}`}>
            <strong>
              <bdi>{field}</bdi>
            </strong>
            : {why} ({count === 1 ? "once" : `${count} times`}, line {lines.join(", ")}
            {count > lines.length && " …"})
          </li>
        ))}
      </ul>
    </details>
  );
}

function StepDetails({ details }: { details: Step["details"] }) {
  return Object.entries(details).map(([field, { from, to }]) => (
    <span key={field} className={classes.detail}>
      {field.replaceAll("_", " ")}: <del>{textOf(field, from)}</del> → <ins>{textOf(field, to)}</ins>
    </span>
  ));
}

function textOf(field: string, value: unknown): string {
  // People count from one.
  if (field === "position" && typeof value === "number") return String(value + 1);
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "none";
  const text = Array.isArray(value)
    ? value.map((one) => (typeof one === "string" ? one : (one as { repo: string }).repo)).join(", ")
    : String(value);
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
