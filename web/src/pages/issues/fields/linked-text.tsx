// Text that somebody else wrote, as text; addresses in it can be followed, but only those of the web.
import { Fragment, useMemo } from "react";
import { httpLink } from "./issue-labels.tsx";

const ADDRESS = /https?:\/\/[^\s<>"'`]+/gi;
const CLOSING = /[.,;:!?)\]}>…]+$/;

export function LinkedText({ text }: { text: string }) {
  const parts = useMemo(() => partsOf(text), [text]);
  return parts.map(({ at, part, link }) =>
    link === null ? (
      <Fragment key={at}>{part}</Fragment>
    ) : (
      <a key={at} href={link} target="_blank" rel="noopener noreferrer nofollow">
        <bdi>{part}</bdi>
      </a>
    ),
  );
}

function partsOf(text: string): { at: number; part: string; link: string | null }[] {
  const parts: { at: number; part: string; link: string | null }[] = [];
  let end = 0;
  for (const match of text.matchAll(ADDRESS)) {
    // What closes the sentence around it is no part of an address, unless it opened a bracket of its own.
    const found = match[0];
    const hasBracket = found.includes("(") && found.endsWith(")");
    const part = hasBracket ? found : found.replace(CLOSING, "");
    const link = httpLink(part);
    if (link === null || hidesUser(link)) continue;
    if (match.index > end) parts.push({ at: end, part: text.slice(end, match.index), link: null });
    parts.push({ at: match.index, part, link });
    end = match.index + part.length;
  }
  if (end < text.length) parts.push({ at: end, part: text.slice(end), link: null });
  return parts;
}

/** An address such as https://bank.example@elsewhere.example leads somewhere else than it seems to. */
function hidesUser(link: string): boolean {
  const { username, password } = new URL(link);
  return username !== "" || password !== "";
}
