// Two versions of one text, of which neither may be lost: keep one's own, take the other's, or write one out of both.
import { Button, Textarea, TextInput } from "@mantine/core";
import { useId } from "react";
import { useDraft } from "../components/behaviour/use-draft.ts";
import { CopyButton } from "../components/buttons/copy-button.tsx";
import classes from "./text-conflict.module.css";

interface Props {
  /** The name under which the combined text is kept until it is chosen. */
  draft: string;
  mine: string;
  theirs: string;
  /** The name of whoever wrote the other text, where known. */
  by?: string | null;
  /** Whether it is a title, which is one line. */
  isLine?: boolean;
  isBusy?: boolean;
  /** Called with the text to save. */
  onChoose(text: string): void;
}

export function TextConflictChoice({
  draft,
  mine,
  theirs,
  by = null,
  isLine = false,
  isBusy = false,
  onChoose,
}: Props) {
  const { value, set, forget } = useDraft<{ merged: string | null }>(draft, { merged: null });
  const { merged } = value;
  const setMerged = (text: string) => set({ merged: text });
  const choose = (text: string) => {
    forget();
    onChoose(text);
  };
  return (
    <section className={classes.conflict} aria-label="Two versions">
      <div className={classes.versions}>
        <Version title="Yours" text={mine}>
          <Button size="compact-sm" loading={isBusy} onClick={() => choose(mine)}>
            Keep mine
          </Button>
        </Version>
        <Version title={`Saved by ${by ?? "somebody else"}`} text={theirs}>
          <Button size="compact-sm" variant="default" disabled={isBusy} onClick={() => choose(theirs)}>
            Use theirs
          </Button>
        </Version>
      </div>
      {merged === null ? (
        <Button
          size="compact-sm"
          variant="subtle"
          className={classes.merge}
          onClick={() => setMerged(isLine ? mine : `${theirs}\n\n${mine}`.trim())}
        >
          Combine both
        </Button>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside, as in every form
        <div
          className={classes.merging}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || isBusy || !(isLine || event.ctrlKey || event.metaKey)) return;
            if (!(event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement)) return;
            // A form around this one has keys of its own.
            event.preventDefault();
            event.stopPropagation();
            choose(merged.trim());
          }}
        >
          {isLine ? (
            <TextInput
              label="Combined text"
              value={merged}
              autoFocus
              onChange={(event) => setMerged(event.currentTarget.value)}
            />
          ) : (
            <Textarea
              label="Combined text"
              autosize
              minRows={4}
              maxRows={16}
              value={merged}
              autoFocus
              onChange={(event) => setMerged(event.currentTarget.value)}
            />
          )}
          <Button size="compact-sm" loading={isBusy} onClick={() => choose(merged.trim())}>
            Save this
          </Button>
        </div>
      )}
    </section>
  );
}

function Version({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  const id = useId();
  return (
    <section className={classes.version} aria-labelledby={id}>
      <h4 id={id} className={classes.title}>
        <bdi>{title}</bdi>
      </h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text scrolls, and must do so by keyboard */}
      <p className={classes.text} dir="auto" tabIndex={0}>
        {text === "" ? <em>Nothing</em> : text}
      </p>
      <div className={classes.buttons}>
        {children}
        <CopyButton size="compact-sm" text={text} variant="subtle" />
      </div>
    </section>
  );
}
