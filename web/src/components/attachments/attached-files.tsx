// Screenshots and recordings that are attached: small, each opening in full.
import { ActionIcon } from "@mantine/core";
import { useRef, useState } from "react";
import { addressOf } from "../../api/client.ts";
import type { Attachment } from "../../api/types.ts";
import { useRemoved } from "../behaviour/delayed-removal.ts";
import { Icon } from "../display/icons.tsx";
import classes from "./attached-files.module.css";
import { Lightbox } from "./lightbox.tsx";

interface Props {
  files: readonly Attachment[];
  pathOf(name: string): string;
  /** Removes a file; null if the reader may not. */
  onRemove: ((name: string) => void) | null;
  /** Where the focus goes when the last one is gone. */
  focusWithout(): void;
  isSmall?: boolean;
}

export function AttachedFiles({ files: all, pathOf, onRemove, focusWithout, isSmall = false }: Props) {
  const removed = useRemoved();
  const files = all.filter(({ name }) => !removed.has(pathOf(name)));
  const [shown, setShown] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const focusFile = (name: string | undefined) =>
    requestAnimationFrame(() => {
      const openers = [...(list.current?.querySelectorAll<HTMLElement>("[data-file]") ?? [])];
      const opener = openers.find((one) => one.dataset.file === name);
      if (opener === undefined) focusWithout();
      else opener.focus();
    });
  const remove = (name: string) => {
    const at = files.findIndex((file) => file.name === name);
    onRemove?.(name);
    focusFile((files[at + 1] ?? files[at - 1])?.name);
  };
  if (files.length === 0) return null;
  return (
    <>
      <ul className={classes.files} data-small={isSmall || undefined} ref={list} aria-label="Attachments">
        {files.map(({ name, kind }) => (
          <li key={name} className={classes.file}>
            <button
              type="button"
              className={classes.open}
              data-file={name}
              aria-label={`Look at ${name}`}
              onClick={() => setShown(name)}
            >
              {kind === "screenshot" ? (
                <img src={addressOf(pathOf(name))} alt="" loading="lazy" className={classes.picture} />
              ) : (
                <span className={classes.film}>
                  <svg width="28" height="28" viewBox="0 0 16 16" aria-hidden="true">
                    <path d="M5 3.2l7.5 4.8L5 12.8z" fill="currentColor" />
                  </svg>
                </span>
              )}
            </button>
            <span className={classes.caption}>
              <bdi className={classes.name} title={name}>
                {name}
              </bdi>
              {onRemove !== null && (
                <ActionIcon size="md" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                  <Icon name="trash" size={14} />
                </ActionIcon>
              )}
            </span>
          </li>
        ))}
      </ul>
      {shown !== null && (
        <Lightbox
          files={files}
          pathOf={pathOf}
          shown={shown}
          onShow={setShown}
          onClose={() => {
            setShown(null);
            focusFile(shown);
          }}
        />
      )}
    </>
  );
}
