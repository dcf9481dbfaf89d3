// A mail as it arrived, taken apart as a mailbox does.
export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
  /** By name in small letters, unfolded and decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** What is in a mail as it came: lines end with CR and LF. */
export function readMail(raw: string): Omit<ReceivedMail, "from" | "to"> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers["content-type"] ?? "")?.[1];
  const parts = boundary === undefined ? [] : body.split(`--${boundary}`).slice(1, -1);
  const contentOf = (type: string) => {
    for (const part of parts) {
      const one = split(part.replace(/^\r\n/, ""));
      if (!one.headers["content-type"]?.startsWith(type)) continue;
      return decode(one.body, one.headers["content-transfer-encoding"] ?? "").replaceAll("\r\n", "\n");
    }
    return "";
  };
  return { raw, headers, text: contentOf("text/plain"), html: contentOf("text/html") };
}

function split(part: string): { headers: Record<string, string>; body: string } {
  const end = part.indexOf("\r\n\r\n");
  const lines = part
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(":")).toLowerCase(),
      words(line.slice(line.indexOf(":") + 1).trim()),
    ]),
  );
  return { headers, body: part.slice(end + 4) };
}

function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, "?==?")
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, coded: string) =>
      kind.toLowerCase() === "b"
        ? Buffer.from(coded, "base64").toString("utf8")
        : decode(coded.replaceAll("_", " "), "quoted-printable"),
    );
}

function decode(text: string, encoding: string): string {
  if (encoding === "base64") return Buffer.from(text, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return text;
  const bytes = text
    .replaceAll(/=\r\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
