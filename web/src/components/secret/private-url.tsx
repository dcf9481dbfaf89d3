// A private URL: masked, copied with one click, replaced in two steps.
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { ConfirmButton } from "../buttons/confirm-button.tsx";
import { CopyButton } from "../buttons/copy-button.tsx";
import { Icon } from "../display/icons.tsx";
import classes from "../layout/section.module.css";
import { privateAddress } from "./private-address.ts";

const DOTS = "•".repeat(24);

/** The URL with its secret part hidden, for screens that others see. The host stays, to tell where it leads. */
export function maskedUrl(url: string): string {
  return `${new URL(url).origin}/${DOTS}`;
}

interface Props {
  url: string;
  /** What it is called. */
  word?: string;
  /** What a new URL means for whoever has this one. */
  replacing: ReactNode;
  onReplace(): void;
}

export function PrivateUrl({ url, word = "URL", replacing, onReplace }: Props) {
  const [isRevealed, setIsRevealed] = useState(false);
  const warning = privateAddress(url);
  return (
    <>
      <div className={classes.urlLine}>
        <code className={classes.url}>{isRevealed ? url : maskedUrl(url)}</code>
        <Button
          variant="default"
          aria-label={`${isRevealed ? "Hide" : "Reveal"} the ${word}`}
          onClick={() => setIsRevealed(!isRevealed)}
        >
          {isRevealed ? "Hide" : "Reveal"}
        </Button>
        <CopyButton text={url} label={`Copy ${word}`} variant="filled" />
      </div>
      {warning !== null && (
        <p className={classes.caution}>
          <Icon name="warning" />
          <span>{warning}</span>
        </p>
      )}
      <div className={classes.actions}>
        <ConfirmButton
          label={`Generate a new ${word}`}
          words={replacing}
          confirm={`Replace the ${word}`}
          at="start"
          button={{ size: "compact-sm", variant: "subtle", ml: "-0.5rem" }}
          onConfirm={onReplace}
        />
      </div>
    </>
  );
}
