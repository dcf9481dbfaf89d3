// Choosing a file: an empty place to drop one on, or the name of the one that was chosen.
import { Button } from "@mantine/core";
import { useRef } from "react";
import { Icon } from "../display/icons.tsx";
import classes from "./file-choice.module.css";

interface Props {
  file: File | null;
  /** Describes the choice for screen readers. */
  label: string;
  words: string;
  /** Endings of names, with commas between. */
  accept: string;
  onFile(file: File): void;
}

export function FileChoice({ file, label, words, accept, onFile }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const choose = () => input.current?.click();
  return (
    <div className={classes.file} data-empty={file === null || undefined}>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen !== undefined) onFile(chosen);
          // Emptied, the field lets the same file be chosen again after it was mended.
          event.currentTarget.value = "";
        }}
      />
      {file === null ? (
        <>
          <Icon name="upload" size={22} />
          <span className={classes.fileText}>{words}</span>
        </>
      ) : (
        <span className={classes.fileName}>
          <bdi>{file.name}</bdi>
        </span>
      )}
      <Button variant="default" data-autofocus={file === null || undefined} onClick={choose}>
        {file === null ? "Choose a file" : "Another file"}
      </Button>
    </div>
  );
}
