// A screenshot or a recording in full, with the others one arrow away.
import { ActionIcon, Modal } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { addressOf } from "../../api/client.ts";
import type { Attachment } from "../../api/types.ts";
import { Icon } from "../display/icons.tsx";
import classes from "./lightbox.module.css";

interface LightboxProps {
  files: readonly Attachment[];
  pathOf(name: string): string;
  shown: string;
  onShow(name: string): void;
  onClose(): void;
}

export function Lightbox({ files, pathOf, shown, onShow, onClose }: LightboxProps) {
  const at = Math.max(
    0,
    files.findIndex(({ name }) => name === shown),
  );
  const file = files[at]!;
  const address = addressOf(pathOf(file.name));
  const move = (step: number) => onShow(files[(at + step + files.length) % files.length]!.name);
  const press = (event: KeyboardEvent) => {
    // The arrows wind a recording that has the focus.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === "ArrowRight") move(1);
    else if (event.key === "ArrowLeft") move(-1);
    else return;
    event.preventDefault();
  };
  return (
    <Modal
      opened
      fullScreen
      onClose={onClose}
      onKeyDown={press}
      title={
        <span className={classes.title}>
          <bdi>{file.name}</bdi>
          {files.length > 1 && (
            <span className={classes.place} aria-live="polite">
              {at + 1} of {files.length}
            </span>
          )}
        </span>
      }
      closeButtonProps={{ "aria-label": "Close" }}
      classNames={{ content: classes.content, body: classes.body, header: classes.header }}
    >
      {files.length > 1 && (
        <ActionIcon size="xl" aria-label="Previous file" className={classes.step} onClick={() => move(-1)}>
          <Icon name="left" size={22} />
        </ActionIcon>
      )}
      <div className={classes.stage}>
        {file.kind === "screenshot" ? (
          <img key={file.name} src={address} alt={`Screenshot ${file.name}`} className={classes.media} />
        ) : (
          // biome-ignore lint/a11y/useMediaCaption: a recording of a bug has none
          <video key={file.name} src={address} controls preload="metadata" className={classes.media} />
        )}
      </div>
      {files.length > 1 && (
        <ActionIcon size="xl" aria-label="Next file" className={classes.step} onClick={() => move(1)}>
          <Icon name="right" size={22} />
        </ActionIcon>
      )}
    </Modal>
  );
}
