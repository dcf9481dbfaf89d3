// The text of a comment as it is read: paragraphs, lists, code and links, made of elements and never of markup.
import { Fragment, useMemo } from "react";
import { shownText } from "../fields/issue-labels.tsx";
import { LinkedText } from "../fields/linked-text.tsx";
import { type Block, blocksOf, spansOf } from "./comment-blocks.ts";
import classes from "./comments.module.css";

export function CommentText({ text }: { text: string }) {
  const blocks = useMemo(() => blocksOf(shownText(text)), [text]);
  return (
    <div className={classes.text}>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
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
        <Words text={block.text} />
      </p>
    );
  }
  const items = block.items.map((item, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
    <li key={at} dir="auto">
      <Words text={item} />
    </li>
  ));
  return block.isNumbered ? <ol start={block.start}>{items}</ol> : <ul>{items}</ul>;
}

function Words({ text }: { text: string }) {
  return spansOf(text).map((span, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn anew as a whole
    <Fragment key={at}>{span.kind === "code" ? <code>{span.text}</code> : <LinkedText text={span.text} />}</Fragment>
  ));
}
