// What to do elsewhere, step by step.
import classes from "./steps.module.css";

export function Steps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className={classes.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  );
}
