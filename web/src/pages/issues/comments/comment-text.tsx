// The text of a comment as it is read: paragraphs, lists, code and links, made of elements and never of markup.
import { Fragment, useMemo } from "react";
import { shownText } from "../fields/issue-labels.tsx";
import { LinkedText } from "../fields/linked-text.tsx";
import { type Block, blocksOf, spansOf } from "./comment-blocks.ts";
import classes from "./comments.module.css";
import { splitMentions } from "./mention-typing.ts";

/** `names` are those of the people that it mentions. */
export function CommentText({ text, names = [] }: { text: string; names?: readonly string[] }) {
  const blocks = useMemo(() => blocksOf(shownText(text)), [text]);
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
        <BlockView key={at} block={block} names={names} />
      ))}
    </div>
  );
}

function BlockView({ block, names }: { block: Block; names: readonly string[] }) {
  if (block.kind === "code") {
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines are scrolled with the keyboard, too
      <pre className={classes.code} tabIndex={0}>
        <code>{block.text}</code>
      </pre>
    );
  }
  if (block.kind === "text") {
    return (
      <p dir="auto">
        <Words text={block.text} names={names} />
      </p>
    );
  }
  const items = block.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
    <li key={at} dir="auto">
      <Words text={item} names={names} />
    </li>
  ));
  return block.isNumbered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function Words({ text, names }: { text: string; names: readonly string[] }) {
  return spansOf(text).map((span, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
    <Fragment key={at}>
      {span.kind === "code" ? <code>{span.text}</code> : <MentionedText text={span.text} names={names} />}
    </Fragment>
  ));
}

function MentionedText({ text, names }: { text: string; names: readonly string[] }) {
  return splitMentions(text, names).map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
    <Fragment key={at}>
      {part.isName ? <bdi className={classes.mention}>{part.text}</bdi> : <LinkedText text={part.text} />}
    </Fragment>
  ));
}
