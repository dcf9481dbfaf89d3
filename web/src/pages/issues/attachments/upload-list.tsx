// Files that are on their way, how far they have come, and why one was refused.
import { Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import classes from "./upload-list.module.css";
import { dismissUpload, retryUpload, useUploads } from "./uploads.ts";

export function UploadList({ issue }: { issue: string }) {
  const client = useQueryClient();
  const uploads = useUploads(issue);
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label="Files on their way">
      {uploads.map((upload) => (
        <li key={upload.key} className={classes.upload} data-failed={upload.error !== null || undefined}>
          <bdi className={classes.name}>{upload.file.name}</bdi>
          {upload.error === null ? (
            <progress className={classes.progress} value={upload.sent} max={1} aria-label={upload.file.name} />
          ) : (
            <>
              <span className={classes.error} role="alert">
                {upload.error}
              </span>
              <span className={classes.buttons}>
                <Button variant="default" size="compact-sm" onClick={() => retryUpload(client, upload)}>
                  Try again
                </Button>
                <Button variant="subtle" size="compact-sm" onClick={() => dismissUpload(upload.key)}>
                  Dismiss
                </Button>
              </span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
