// One comment: who said it, when, and what; one's own can be edited and deleted, and by an admin what is nobody's any more deleted.
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Comment } from "../../../api/types.ts";
import word from "../../../components/buttons/word-button.module.css";
import { Ago } from "../../../components/display/times.tsx";
import type { Colleague } from "../data/issue-data.ts";
import { Name } from "../fields/issue-labels.tsx";
import { editComment, removeComment } from "./comment-data.ts";
import { CommentForm } from "./comment-form.tsx";
import { CommentText } from "./comment-text.tsx";
import classes from "./comments.module.css";

interface EntryProps {
  issue: string;
  people: readonly Colleague[];
  comment: Comment;
  mayWrite: boolean;
  /** Whether the address leads to it. */
  isNamed: boolean;
}

export function CommentEntry({ issue, people, comment, mayWrite, isNamed }: EntryProps) {
  const client = useQueryClient();
  const [isEdited, setEdited] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  const entry = useRef<HTMLLIElement>(null);
  // An address may lead to one comment of many.
  useEffect(() => {
    if (isNamed) entry.current?.scrollIntoView({ block: "center" });
  }, [isNamed]);
  useEffect(() => {
    const { current } = field;
    if (!isEdited || current === null) return;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, [isEdited]);
  const leave = () => {
    setEdited(false);
    requestAnimationFrame(() => edit.current?.focus());
  };
  return (
    <li ref={entry} className={classes.comment} id={comment.id} data-named={isNamed || undefined}>
      <p className={classes.head}>
        <Name text={comment.written_by} className={classes.by} />{" "}
        <span className={classes.soft}>
          <Ago at={comment.written_at} />
          {comment.edited_at !== null && " (edited)"}
        </span>
        {comment.deletable && mayWrite && !isEdited && (
          <span className={classes.tools}>
            {comment.own && (
              <button ref={edit} type="button" className={word.button} onClick={() => setEdited(true)}>
                Edit<span className="sr-only"> this comment</span>
              </button>
            )}
            <button type="button" className={word.button} onClick={() => removeComment(client, issue, comment.id)}>
              Delete<span className="sr-only"> this comment</span>
            </button>
          </span>
        )}
      </p>
      {isEdited ? (
        <CommentForm
          ref={field}
          draft={`of the comment ${comment.id}`}
          label="Edit the comment"
          start={comment.text}
          people={people}
          button="Save"
          onSave={async (text) => {
            await editComment(client, issue, comment.id, text);
            leave();
          }}
          onLeave={leave}
        />
      ) : (
        <CommentText text={comment.text} names={comment.mentions.map(({ name }) => name)} />
      )}
    </li>
  );
}
