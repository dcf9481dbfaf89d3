// Screenshots and recordings of an issue: dropped, pasted or chosen; looked at in place.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { useHasRole } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { AttachedFiles } from "../../../components/attachments/attached-files.tsx";
import { ACCEPTED } from "../../../components/attachments/file-refusal.ts";
import { useDroppedFiles } from "../../../components/attachments/use-dropped-files.ts";
import { useRemoved } from "../../../components/behaviour/delayed-removal.ts";
import { Icon } from "../../../components/display/icons.tsx";
import { IssueSection } from "../fields/issue-section.tsx";
import classes from "./attachments.module.css";
import { attachmentPath, removeAttachment } from "./remove-attachment.ts";
import { UploadList } from "./upload-list.tsx";
import { startUploads } from "./uploads.ts";

export function Attachments({ issue }: { issue: Issue }) {
  const client = useQueryClient();
  const mayAttach = useHasRole("tester");
  const removed = useRemoved();
  const pathOf = (name: string) => attachmentPath(issue, name);
  const files = issue.attachments.filter(({ name }) => !removed.has(pathOf(name)));
  const [said, setSaid] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const add = (some: readonly File[]) => startUploads(client, issue.id, some);
  const isOver = useDroppedFiles(mayAttach, add);
  const count = issue.attachments.length;
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) setSaid(`Attached: ${issue.attachments.at(-1)!.name}`);
    before.current = count;
  }, [count, issue.attachments]);
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
      <AttachedFiles
        files={issue.attachments}
        pathOf={pathOf}
        onRemove={mayAttach ? (name) => removeAttachment(client, issue, name) : null}
        focusWithout={() => input.current?.closest("section")?.querySelector<HTMLElement>("button")?.focus()}
      />
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
    </IssueSection>
  );
}
