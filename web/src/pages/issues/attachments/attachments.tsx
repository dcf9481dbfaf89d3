// Screenshots and recordings of an issue: dropped, pasted or chosen; looked at in place.
import { ActionIcon, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { addressOf } from "../../../api/client.ts";
import { useHasRole } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { useRemoved } from "../../../components/behaviour/delayed-removal.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { IssueSection } from "../fields/issue-section.tsx";
import classes from "./attachments.module.css";
import { Lightbox } from "./lightbox.tsx";
import { attachmentPath, removeAttachment } from "./remove-attachment.ts";
import { UploadList } from "./upload-list.tsx";
import { ACCEPTED, startUploads } from "./uploads.ts";
import { useDroppedFiles } from "./use-dropped-files.ts";

export function Attachments({ issue }: { issue: Issue }) {
  const client = useQueryClient();
  const mayAttach = useHasRole("tester");
  const removed = useRemoved();
  const files = issue.attachments.filter(({ name }) => !removed.has(attachmentPath(issue, name)));
  const [shown, setShown] = useState<string | null>(null);
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const add = (some: readonly File[]) => startUploads(client, issue.id, some);
  const isOver = useDroppedFiles(mayAttach, add);
  const count = issue.attachments.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) setSaid(`Attached: ${issue.attachments.at(-1)!.name}`);
    before.current = count;
  }, [count, issue.attachments]);
  const focusFile = (name: string | undefined) =>
    requestAnimationFrame(() => {
      const openers = [...(list.current?.querySelectorAll<HTMLElement>("[data-file]") ?? [])];
      const opener = openers.find((one) => one.dataset.file === name);
      (opener ?? input.current?.closest("section")?.querySelector<HTMLElement>("button"))?.focus();
    });
  const remove = (name: string) => {
    const at = files.findIndex((file) => file.name === name);
    removeAttachment(client, issue, name);
    focusFile((files[at + 1] ?? files[at - 1])?.name);
  };
  if (files.length === 0 && !mayAttach) return null;
  return (
    <IssueSection
      title="Screenshots and recordings"
      aside={
        mayAttach && (
          <Button variant="subtle" size="compact-sm" className={classes.add} onClick={() => input.current?.click()}>
            Attach a file
          </Button>
        )
      }
    >
      {mayAttach && (
        <input
          ref={input}
          type="file"
          multiple
          hidden
          accept={ACCEPTED}
          aria-label="Files to attach"
          onChange={(event) => {
            add([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = "";
          }}
        />
      )}
      {files.length > 0 && (
        <ul className={classes.files} ref={list}>
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
                  <img src={addressOf(attachmentPath(issue, name))} alt="" loading="lazy" className={classes.picture} />
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
                {mayAttach && (
                  <ActionIcon size="md" aria-label={`Remove ${name}`} onClick={() => remove(name)}>
                    <Icon name="trash" size={14} />
                  </ActionIcon>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <UploadList issue={issue.id} />
      {files.length === 0 && mayAttach && (
        <p className={classes.hint}>Drop a screenshot or a recording here, paste it, or choose a file.</p>
      )}
      <span className="sr-only" role="status">
        {said}
      </span>
      {isOver && (
        <div className={classes.over} aria-hidden="true">
          <span>
            <Icon name="upload" size={20} /> Drop to attach to this issue
          </span>
        </div>
      )}
      {shown !== null && files.length > 0 && (
        <Lightbox
          issue={issue}
          files={files}
          shown={shown}
          onShow={setShown}
          onClose={() => {
            setShown(null);
            focusFile(shown);
          }}
        />
      )}
    </IssueSection>
  );
}
