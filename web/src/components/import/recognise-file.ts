// What a file is by its content and its name: a runbook, a report of a test run, or something that is told in a sentence.
export type Recognised = { kind: "runbook" } | { kind: "report" } | { kind: "other"; words: string };

const LOOKED_AT = 65_536;
const SHEET = /\.xls[xm]$/i;
const OTHER_SHEET = /\.(?:xls|ods|numbers)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|heic|mp4|mov|webm|mkv)$/i;
/** `results` are those of TestLink; NUnit has an element of that name, too. */
const ROOT = /<(?:testsuites?|TestRun|test-run|test-results|results)[\s>]/;
/** What test management tools export; TestLink's suites are called as those of a report, but have parts that no report has. */
const EXPORT_ROOT = /^(?:<[?!][^>]*>\s*)*<(?:suites?|run|sections|testcases|testproject|project)[\s>]/;
const TESTLINK = /<node_order|<testcase\s[^>]*internalid=|<(?:externalid|expectedresults|preconditions|summary)[\s>]/;
/** The server recognises TAP by the same lines. */
const TAP = /^(?:TAP version \d+|1\.\.\d+(?:\s|$)|(?:not )?ok(?: \d+(?:\s|$)| -|$))/m;
const CTRF = /^\{\s*(?:"reportFormat"\s*:\s*"CTRF"|"results"\s*:\s*\{)/;
const EITHER =
  "A runbook is a YAML, JSON or CSV file, or an export of a tool for test cases; a report of a test run is JUnit, TRX or NUnit XML, CTRF, Cucumber or Xray JSON, or TAP. This file is neither.";

export async function recogniseFile(file: File): Promise<Recognised> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const { name } = file;
  if (bytes.length === 0) return other("The file is empty.");
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (OTHER_SHEET.test(name)) {
    return other("This spreadsheet is in another format than .xlsx: save it as .xlsx or CSV and drop that.");
  }
  if (isZip && SHEET.test(name)) return { kind: "runbook" };
  // A zip of features is read as one; the names of its files stand in it as they are.
  if (isZip && /\.feature/i.test(new TextDecoder("latin1").decode(bytes))) return { kind: "runbook" };
  if (isZip) return other("This is a zip archive. Unpack it and drop the file that is in it.");
  if (PICTURE.test(name)) return other("Screenshots and recordings belong to an issue: attach them there.");
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  if (bytes.includes(0) && !isUtf16) return other(EITHER);
  const text = new TextDecoder(isUtf16 ? (bytes[0] === 0xff ? "utf-16le" : "utf-16be") : "utf-8")
    .decode(bytes)
    .trimStart();
  if (text.startsWith("<")) return ofXml(text);
  if (text.startsWith("{")) return ofJson(text);
  if (text.startsWith("[") && /"elements"\s*:/.test(text)) return { kind: "report" };
  if (text.startsWith("[") && /"fields"\s*:/.test(text)) return { kind: "runbook" };
  if (TAP.test(text)) return { kind: "report" };
  if (/\.(?:ya?ml|[ct]sv|txt|feature)$/i.test(name) || /^(?:name|platforms|sections):/m.test(text))
    return { kind: "runbook" };
  return other(EITHER);
}

function ofXml(text: string): Recognised {
  if (EXPORT_ROOT.test(text) || TESTLINK.test(text)) return { kind: "runbook" };
  return ROOT.test(text) ? { kind: "report" } : other(EITHER);
}

/** Recognises JSON by names in it: large files aren't read whole. */
function ofJson(text: string): Recognised {
  if (/^\{\s*"(?:meta|source|gherkinDocument|testRunStarted)"\s*:/.test(text)) return { kind: "report" };
  if (CTRF.test(text)) return { kind: "report" };
  // Tests for Xray to take, and not what came of them.
  if (/"tests"\s*:/.test(text) && /"fields"\s*:\s*\{[^{}]*"summary"\s*:/.test(text) && !/"status"\s*:/.test(text)) {
    return { kind: "runbook" };
  }
  if (/^\{\s*"cases"\s*:\s*\[|"(?:sections|platforms)"\s*:|"suites"\s*:\s*\[[\s\S]*"cases"\s*:/.test(text))
    return { kind: "runbook" };
  if (/"(?:reportFormat|tests|results)"\s*:/.test(text)) return { kind: "report" };
  return other(EITHER);
}

function other(words: string): Recognised {
  return { kind: "other", words };
}
