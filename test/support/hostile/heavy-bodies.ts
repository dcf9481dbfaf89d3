// Bodies as large as they may be and as costly to check as they can be. APP stands for the id of an app.

const ROOM = 255_000;
const many = (one: (i: number) => string, size: number) =>
  Array.from({ length: Math.floor(ROOM / size) }, (_, i) => one(i)).join(",");
const serial = (i: number) => i.toString(36).padStart(4, "0");

const field = (name: string) => `"${name}":1`;
const different = (from: number, count: number) =>
  `{${Array.from({ length: count }, (_, i) => field(serial(from + i))).join(",")}}`;
/** The same names in an order of its own for every seed. */
const shuffled = (seed: number) =>
  `{${Array.from({ length: 25 }, (_, i) => i)
    .sort((a, b) => ((a * 7919 * seed) % 101) - ((b * 7919 * seed) % 101))
    .map((i) => field(serial(i)))
    .join(",")}}`;

const times = (count: number, one: string) => Array(count).fill(one).join(",");
const sections = (count: number, checks: string) =>
  `{"name":"Heavy","platforms":[{"code":"a"}],"sections":[${times(count, `{"title":"s","checks":[${checks}]}`)}]}`;
const results = (count: number, fields: string) => `{"app":"APP","results":[${times(count, `{${fields}}`)}]}`;
const passed = '"check":"SIGN-1","outcome":"passed"';

export const HEAVY_BODIES: [what: string, method: string, path: string, body: string][] = [
  [
    "17,000 different platforms",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[${many((i) => `{"code":"${serial(i)}"}`, 16)}]}`,
  ],
  ["85,000 empty platforms", "POST", "/apps", `{"name":"Heavy","platforms":[${many(() => "{}", 3)}]}`],
  ["127,000 platforms that are numbers", "POST", "/apps", `{"name":"Heavy","platforms":[${many(() => "1", 2)}]}`],
  [
    "63,000 codes of one check",
    "POST",
    "/checks",
    `{"app":"APP","section":"SIGN","title":"x","not_applicable":[${many(() => '""', 4)}]}`,
  ],
  [
    "127,000 sections that are numbers",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[{"code":"a"}],"sections":[${many(() => "1", 2)}]}`,
  ],
  [
    "85,000 empty sections",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[{"code":"a"}],"sections":[${many(() => "{}", 3)}]}`,
  ],
  [
    "85,000 empty checks",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[{"code":"a"}],"sections":[{"title":"s","checks":[${many(() => "{}", 3)}]}]}`,
  ],
  [
    "85,000 empty repositories",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[{"code":"a"}],"repositories":[${many(() => "{}", 3)}]}`,
  ],
  ["85,000 empty results", "POST", "/results", `{"app":"APP","results":[${many(() => "{}", 3)}]}`],
  ["127,000 results that are numbers", "POST", "/results", `{"app":"APP","results":[${many(() => "1", 2)}]}`],
  [
    "127,000 platforms of a result",
    "POST",
    "/results",
    `{"app":"APP","check":"SIGN-1","outcome":"passed","platforms":[${many(() => "1", 2)}]}`,
  ],
  [
    "127,000 platforms of an issue",
    "POST",
    "/issues",
    `{"app":"APP","check":"SIGN-1","text":"x","platforms":[${many(() => "1", 2)}]}`,
  ],
  [
    "25,000 unknown fields",
    "POST",
    "/issues",
    `{"app":"APP","check":"SIGN-1","text":"x",${many((i) => `"${serial(i)}":1`, 10)}}`,
  ],
  [
    "25,000 unknown fields of a platform",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[{"code":"a",${many((i) => `"${serial(i)}":1`, 10)}}]}`,
  ],
  [
    "24,000 different fields of 1,000 platforms",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[${Array.from({ length: 1_000 }, (_, i) => different(i * 24, 24)).join(",")}]}`,
  ],
  [
    "25 fields of 900 platforms, each time in another order",
    "POST",
    "/apps",
    `{"name":"Heavy","platforms":[${Array.from({ length: 900 }, (_, i) => shuffled(i + 1)).join(",")}]}`,
  ],
  ["250,000 line breaks in a title", "POST", "/sections", `{"app":"APP","title":"${"a\\n".repeat(85_000)}"}`],
  ["250,000 letters in a title", "POST", "/sections", `{"app":"APP","title":"${"a".repeat(ROOM)}"}`],
  ["250,000 letters as an app", "POST", "/issues", `{"app":"${"a".repeat(ROOM)}","check":"SIGN-1","text":"x"}`],
  ["63,000 apps of a key", "POST", "/keys", `{"name":"Heavy","role":"viewer","apps":[${many(() => '""', 4)}]}`],
  ["84,600 empty checks in 9 sections", "POST", "/apps", sections(9, times(9_400, "{}"))],
  ["120,000 checks that are numbers in 12 sections", "POST", "/apps", sections(12, times(10_000, "1"))],
  ["120,000 codes of 120 results", "POST", "/results", results(120, `${passed},"platforms":[${times(1_000, "1")}]`)],
  [
    "20,000 unknown fields of 1,000 results",
    "POST",
    "/results",
    results(1_000, Array.from({ length: 20 }, (_, i) => `"k${i}":1`).join(",")),
  ],
];

/** More wrong values than are looked at. */
export const WRONG_CODES = results(126, `${passed},"platforms":[${times(1_000, "1")}]`);

export const NONSENSE: Buffer[] = [
  Buffer.from(`{"x":${"[".repeat(260_000)}`),
  Buffer.from(`[${many(() => "1", 2)}]`),
  Buffer.from(`{${many((i) => `"${serial(i)}":{}`, 11)}}`),
  Buffer.from(`"${"\\u0041".repeat(42_000)}"`),
  Buffer.alloc(260_000, 0xff),
];
