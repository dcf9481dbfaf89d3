// What a file is by its content and its name: a runbook, a report of a test run, or something that is told in a sentence.
export type Recognised = { kind: "runbook" } | { kind: "report" } | { kind: "other"; words: string };

const LOOKED_AT = 65_536;
const SPREADSHEET = /\.(?:xlsx|xlsm|xls|ods|numbers)$/i;
const PICTURE = /\.(?:png|jpe?g|gif|webp|heic|mp4|mov|webm|mkv)$/i;
const ROOT = /<(?:testsuites?|TestRun|test-run|test-results)[\s>]/;
const TAP = /^(?:TAP version \d+|1\.\.\d+\s*$|(?:not )?ok \d+\b)/m;
const EITHER =
  "A runbook is a YAML, JSON or CSV file; a report of a test run is JUnit, TRX or NUnit XML, CTRF or Cucumber JSON, or TAP. This file is neither.";

export async function recogniseFile(file: File): Promise<Recognised> {
  const bytes = new Uint8Array(await file.slice(0, LOOKED_AT).arrayBuffer());
  const { name } = file;
  if (bytes.length === 0) return other("The file is empty.");
  const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b;
  if (SPREADSHEET.test(name)) {
    return other(
      "This is a spreadsheet. Save it as CSV (File, Save as, CSV UTF-8) and drop that; or copy its cells and paste them into the runbook.",
    );
  }
  if (isZip) return other("This is a zip archive. Unpack it and drop the file that is in it.");
  if (PICTURE.test(name)) return other("Screenshots and recordings belong to an issue: attach them there.");
  if (bytes.includes(0)) return other(EITHER);
  const text = new TextDecoder().decode(bytes).trimStart();
  if (text.startsWith("<")) return ROOT.test(text) ? { kind: "report" } : other(EITHER);
  if (text.startsWith("{")) return ofJson(text);
  if (text.startsWith("[") && /"elements"\s*:/.test(text)) return { kind: "report" };
  if (TAP.test(text)) return { kind: "report" };
  if (/\.(?:ya?ml|csv)$/i.test(name) || /^(?:name|platforms|sections):/m.test(text)) return { kind: "runbook" };
  return other(EITHER);
}

/** By the names that stand in it: what is large is not read whole. */
function ofJson(text: string): Recognised {
  if (/^\{\s*"(?:meta|source|gherkinDocument|testRunStarted)"\s*:/.test(text)) return { kind: "report" };
  if (/"(?:sections|platforms)"\s*:/.test(text)) return { kind: "runbook" };
  if (/"(?:reportFormat|tests|results)"\s*:/.test(text)) return { kind: "report" };
  return other(EITHER);
}

function other(words: string): Recognised {
  return { kind: "other", words };
}
