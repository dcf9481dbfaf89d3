// What is said of an issue, oldest first, with a place to say more below it.
import { type RefObject, useSyncExternalStore } from "react";
import { useHasRole, useMe } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import { useRemoved } from "../../../components/behaviour/delayed-removal.ts";
import word from "../../../components/buttons/word-button.module.css";
import { goesToText } from "../data/goes-to-text.ts";
import type { Colleague } from "../data/issue-data.ts";
import { useItems } from "../data/linked-item-data.ts";
import { Name } from "../fields/issue-labels.tsx";
import { IssueSection } from "../fields/issue-section.tsx";
import { addComment, commentPath, useComments, useUnsavedComments } from "./comment-data.ts";
import { CommentEntry } from "./comment-entry.tsx";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import classes from "./comments.module.css";

interface CommentsProps {
  issue: Issue;
  /** People who can be mentioned. */
  people: readonly Colleague[];
  /** The field for a new comment. */
  field: RefObject<HTMLTextAreaElement | null>;
}

export function Comments({ issue, people, field }: CommentsProps) {
  const me = useMe();
  const mayWrite = useHasRole("tester");
  const named = useHash();
  const read = useComments(issue.id, named);
  const unsaved = useUnsavedComments(issue.id);
  const items = useItems(issue.id);
  const removed = useRemoved();
  const comments = (read.data?.pages.flatMap((page) => page.data) ?? [])
    .filter(({ id }) => !removed.has(commentPath(issue.id, id)))
    .toReversed();
  const isEmpty = comments.length === 0 && unsaved.length === 0;
  if (isEmpty && !mayWrite) return null;
  return (
    <IssueSection title="Comments">
      {read.hasNextPage && (
        <button
          type="button"
          className={word.button}
          disabled={read.isFetchingNextPage}
          onClick={() => void read.fetchNextPage()}
        >
          {read.isFetchingNextPage ? "Loading…" : "Show older comments"}
        </button>
      )}
      {!isEmpty && (
        <ol className={classes.comments}>
          {comments.map((comment) => (
            <CommentEntry
              key={comment.id}
              issue={issue.id}
              people={people}
              comment={comment}
              mayWrite={mayWrite}
              isNamed={comment.id === named}
            />
          ))}
          {unsaved.map(({ id, text, state }) => (
            <li key={id} className={classes.comment} data-unsaved="">
              <p className={classes.head}>
                <Name text={me.name} className={classes.by} />{" "}
                <span className={classes.soft}>{state === "waiting" ? "not saved yet" : "not saved"}</span>
              </p>
              <CommentText text={text} />
            </li>
          ))}
        </ol>
      )}
      {read.isError && (
        <p className={classes.error} role="alert">
          {read.error.message}{" "}
          <button type="button" className={word.button} onClick={() => void read.refetch()}>
            Try again
          </button>
        </p>
      )}
      {mayWrite && (
        <CommentForm
          key={issue.id}
          ref={field}
          draft={`of a comment on ${issue.id}`}
          label="Write a comment"
          start=""
          people={people}
          goesTo={goesToText(items)}
          button="Comment"
          onSave={(text) => addComment(issue, text)}
        />
      )}
    </IssueSection>
  );
}

/** What stands behind the `#` of the address. */
function useHash(): string {
  return useSyncExternalStore(onHash, () => location.hash.slice(1));
}

function onHash(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  return () => removeEventListener("hashchange", listener);
}
