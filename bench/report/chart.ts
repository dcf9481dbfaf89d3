// A chart of horizontal bars as SVG: each with its middle half, what it must reach and what it should.

export interface Bar {
  label: string;
  value: number;
  low: number;
  high: number;
  /** What must be reached, and what should be. */
  bar: number | null;
  goal: number | null;
  isMissed: boolean;
  /** The text behind the bar. */
  said: string;
}

export interface Chart {
  title: string;
  /** What a bar's length means. */
  axis: string;
  scale: "linear" | "log";
  bars: Bar[];
}

const WIDTH = 900;
const LABELS = 330;
const SAID = 150;
const ROW = 24;
const TOP = 64;
const BOTTOM = 44;
const THICK = 12;
const RIGHT = WIDTH - SAID;

const STYLE = `svg { font: 13px system-ui, sans-serif }
.ground { fill: #ffffff } text { fill: #1f2328 } .quiet { fill: #59636e } .title { font-size: 15px; font-weight: 600 }
.grid { stroke: #d1d9e0 } .ok { fill: #4a90d9 } .missed { fill: #d9822b } .half { stroke: #1f2328 } .bar { stroke: #1f2328; stroke-width: 2 }
.goal { stroke: #1f2328; stroke-width: 2; stroke-dasharray: 3 3 }
@media (prefers-color-scheme: dark) {
.ground { fill: #0d1117 } text { fill: #f0f6fc } .quiet { fill: #9198a1 } .grid { stroke: #3d444d } .ok { fill: #2f6fb5 }
.missed { fill: #b8661a } .half, .bar, .goal { stroke: #f0f6fc }
}`;

export function drawChart({ title, axis, scale, bars }: Chart): string {
  const { x, ticks } = axisOf(bars, scale);
  const height = TOP + bars.length * ROW + BOTTOM;
  const bottom = height - BOTTOM;
  const parts = [
    `<rect class="ground" width="${WIDTH}" height="${height}"/>`,
    text(16, 24, title, "title"),
    text(
      16,
      44,
      "length: the median; thin line: the middle half; solid mark: what must be reached; dashed mark: what should be",
      "quiet",
    ),
    ...ticks.map((tick) => line(x(tick), TOP - 6, x(tick), bottom, "grid")),
    ...ticks.map((tick) => text(x(tick), bottom + 16, String(tick), "quiet", "middle")),
    text((LABELS + RIGHT) / 2, bottom + 34, axis, "quiet", "middle"),
    ...bars.flatMap((bar, i) => drawBar(bar, TOP + i * ROW + ROW / 2, x)),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
${parts.join("\n")}
</svg>
`;
}

function drawBar({ label, value, low, high, bar, goal, isMissed, said }: Bar, y: number, x: (value: number) => number) {
  const length = Math.max(1, x(value) - LABELS).toFixed(1);
  const top = y - THICK / 2;
  return [
    text(LABELS - 10, y + 4, label, "", "end"),
    `<rect class="${isMissed ? "missed" : "ok"}" x="${LABELS}" y="${top}" width="${length}" height="${THICK}"/>`,
    line(x(low), y, x(high), y, "half"),
    ...(bar === null ? [] : [line(x(bar), top - 4, x(bar), top + THICK + 4, "bar")]),
    ...(goal === null ? [] : [line(x(goal), top - 4, x(goal), top + THICK + 4, "goal")]),
    text(RIGHT + 12, y + 4, said),
  ];
}

function axisOf(bars: Bar[], scale: Chart["scale"]): { x(value: number): number; ticks: number[] } {
  const values = bars.flatMap(({ value, low, high, bar, goal }) => [value, low, high, bar ?? value, goal ?? value]);
  const most = Math.max(...values);
  const to = most * 1.05;
  const from = scale === "linear" ? 0 : powerTicks(Math.min(...values) / 10, Math.min(...values) * 0.8).at(-1)!;
  const place = scale === "linear" ? (value: number) => value : Math.log;
  const ticks = scale === "linear" ? evenTicks(to) : powerTicks(from, to);
  const start = scale === "linear" ? 0 : place(from);
  return { x: (value) => LABELS + ((place(value) - start) / (place(to) - start)) * (RIGHT - LABELS), ticks };
}

function evenTicks(to: number): number[] {
  const rough = to / 5;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough)!;
  return Array.from({ length: Math.floor(to / step) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

function powerTicks(from: number, to: number): number[] {
  const ticks: number[] = [];
  for (let power = Math.floor(Math.log10(from)); 10 ** power <= to; power++) {
    for (const factor of [1, 2, 5]) ticks.push(Number((factor * 10 ** power).toPrecision(6)));
  }
  return ticks.filter((tick) => tick >= from && tick <= to);
}

function line(x1: number, y1: number, x2: number, y2: number, style: string): string {
  return `<line class="${style}" x1="${x1.toFixed(1)}" y1="${y1}" x2="${x2.toFixed(1)}" y2="${y2}"/>`;
}

function text(x: number, y: number, words: string, style = "", anchor = "start"): string {
  return `<text class="${style}" x="${Number(x.toFixed(1))}" y="${y}" text-anchor="${anchor}">${escaped(words)}</text>`;
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
