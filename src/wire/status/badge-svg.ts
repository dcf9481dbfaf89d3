// The picture of an app's public badge, as SVG.
import type { BadgeText } from "../../domain/status/badge-text.ts";

const LABEL = "retest";
const HEIGHT = 20;
const PAD = 6;
/** The width of a letter, on the wide side: the text is stretched to fit. */
const LETTER = 6.6;
/** Colours on which white is easy to read. */
const TONE: Record<BadgeText["tone"], string> = { good: "#1b7a3d", open: "#9a5b00", bad: "#b3261e", none: "#5c6370" };
const LABEL_TONE = "#3b4048";

export function drawBadge({ text: status, tone }: BadgeText): string {
  const left = widthOf(LABEL);
  const right = widthOf(status);
  const width = left + right;
  const title = escapeXml(`${LABEL}: ${status}`);
  const text = (x: number, room: number, shown: string) =>
    `<text x="${x + PAD}" y="14" textLength="${room - 2 * PAD}" lengthAdjust="spacingAndGlyphs">${escapeXml(shown)}</text>`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="${title}">`,
    `<title>${title}</title>`,
    `<clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${left}" height="${HEIGHT}" fill="${LABEL_TONE}"/>`,
    `<rect x="${left}" width="${right}" height="${HEIGHT}" fill="${TONE[tone]}"/></g>`,
    `<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">`,
    `${text(0, left, LABEL)}${text(left, right, status)}</g></svg>`,
  ].join("");
}

function widthOf(text: string): number {
  return Math.round([...text].length * LETTER) + 2 * PAD;
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
  return text.replace(/[&<>"']/g, (char) => names[char]!);
}
