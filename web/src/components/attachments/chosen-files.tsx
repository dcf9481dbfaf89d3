// Files that will be attached to an issue once it is raised, or to a result once it is recorded.

import { Button, CloseButton } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { MAX_ATTACHMENTS, MAX_RECORDING_MEGABYTES, MAX_SCREENSHOT_MEGABYTES } from "../../../../src/wire/limits.ts";
import { hasKeyboard } from "../../interaction/has-keyboard.ts";
import { Icon } from "../display/icons.tsx";
import classes from "./chosen-files.module.css";
import { ACCEPTED, fileRefusal } from "./file-refusal.ts";
import { isText } from "./use-dropped-files.ts";
import type { ChosenFileList } from "./use-kept-files.ts";

interface Props {
  chosen: ChosenFileList;
  of?: "issue" | "result";
}

export function ChosenFiles({ chosen, of = "issue" }: Props) {
  const { files, set: onChange, areKept } = chosen;
  const camera = useRef<HTMLInputElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const take = (some: readonly File[]) => {
    const wrong = some.find((file) => fileRefusal(file) !== null);
    const taken = [...files, ...some.filter((file) => fileRefusal(file) === null)];
    const tooMany =
      taken.length > MAX_ATTACHMENTS
        ? `${of === "issue" ? "An issue" : "A result"} has at most ${MAX_ATTACHMENTS} files.`
        : null;
    setRefused(wrong === undefined ? tooMany : `${wrong.name}: ${fileRefusal(wrong)}`);
    onChange(taken.slice(0, MAX_ATTACHMENTS));
  };
  const latest = useRef(take);
  latest.current = take;
  // The whole dialog takes what is pasted or dropped, wherever in it the focus is; a part of a page only what is pasted there.
  useEffect(() => {
    const dialog = box.current?.closest<HTMLElement>("[role=dialog]");
    const place = dialog ?? box.current?.closest("section");
    const receive = (event: Event) => {
      const isPaste = event instanceof ClipboardEvent;
      const held = isPaste ? event.clipboardData : (event as DragEvent).dataTransfer;
      const some = [...(held?.files ?? [])];
      if (some.length === 0 || (isPaste && isText(event))) return;
      event.preventDefault();
      latest.current(some);
    };
    const allow = (event: Event) => event.preventDefault();
    place?.addEventListener("paste", receive);
    dialog?.addEventListener("drop", receive);
    dialog?.addEventListener("dragover", allow);
    return () => {
      place?.removeEventListener("paste", receive);
      dialog?.removeEventListener("drop", receive);
      dialog?.removeEventListener("dragover", allow);
    };
  }, []);
  return (
    <div ref={box} className={classes.box}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label="Files to attach"
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      {/* Opens the camera on a phone; elsewhere it is a choice of files like the other. */}
      <input
        ref={camera}
        type="file"
        hidden
        accept="image/jpeg,image/png"
        capture="environment"
        aria-label="Photo to attach"
        onChange={(event) => {
          take([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = "";
        }}
      />
      <div className={classes.line}>
        <Button
          variant="default"
          size="xs"
          className={classes.add}
          leftSection={<Icon name="image" />}
          onClick={() => input.current?.click()}
        >
          Attach a file
        </Button>
        {!hasKeyboard() && (
          <Button variant="default" size="xs" className={classes.add} onClick={() => camera.current?.click()}>
            Take a photo
          </Button>
        )}
        <span className={classes.hint}>
          {hasKeyboard() && (of === "issue" ? "Or drop or paste them here. " : "Or paste them here. ")}Screenshots up to{" "}
          {MAX_SCREENSHOT_MEGABYTES} MB, recordings up to {MAX_RECORDING_MEGABYTES} MB, {MAX_ATTACHMENTS} files.
        </span>
      </div>
      {refused !== null && (
        <p className={classes.refused} role="alert">
          {refused}
        </p>
      )}
      {!areKept && files.length > 0 && (
        <p className={classes.refused} role="alert">
          Your browser has no room to keep these files: they are lost if you leave this page before the{" "}
          {of === "issue" ? "issue is raised" : "result is recorded"}.
        </p>
      )}
      {files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a file has no other name of its own
            <li key={index} className={classes.file}>
              <Preview file={file} />
              <bdi className={classes.name}>{file.name}</bdi>
              <CloseButton
                size="sm"
                aria-label={`Leave ${file.name} out`}
                onClick={() => onChange(files.filter((one) => one !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What a picture shows; of a recording its sign. */
function Preview({ file }: { file: File }) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file.type.startsWith("image/")) return;
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  if (address === null) return <Icon name="image" size={20} />;
  return <img className={classes.preview} src={address} alt="" />;
}
