// Which addresses may be called: those that anyone on the internet can reach, and hosts that the operator listed.
import { isIP } from "node:net";
import { quote, splitList } from "../text/text.ts";
import { thousands } from "../text/thousands.ts";
import { addressBytes, isIn, mapped, readRange } from "./address-range.ts";

/** No IPv4 address in here belongs to the internet at large; an IPv4 address inside IPv6 is held to the same. */
const RESERVED_V4 = [
  "0.0.0.0/8",
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "168.63.129.16/32",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "192.88.99.0/24",
  "192.168.0.0/16",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/4",
  "240.0.0.0/4",
].map(readRange);
/** The only range in which IPv6 addresses are public; `RESERVED_V6` is taken out of it. */
const GLOBAL_V6 = readRange("2000::/3");
/** Parts of the public range that aren't public after all. */
const RESERVED_V6 = ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"].map(readRange);
/** Where clouds hand out credentials: refused even for a listed host. */
const METADATA = [
  "169.254.0.0/16",
  "168.63.129.16/32",
  "192.0.0.192/32",
  "100.100.100.200/32",
  "fd00:ec2::/32",
  "fd20:ce::254/128",
].map(readRange);
const MAPPED = readRange("::ffff:0.0.0.0/96");
/** Forms of IPv6 that a gateway may turn into the IPv4 address they hold, and where in them it begins. */
const CARRIERS = (
  [
    ["::/96", 12],
    ["::ffff:0:0:0/96", 12],
    ["64:ff9b::/96", 12],
    ["2002::/16", 2],
  ] as const
).map(([range, at]) => ({ range: readRange(range), at }));

/** Names that never lead to the internet. */
const INNER_NAMES = ["localhost", "local", "internal", "home.arpa", "onion", "test", "invalid"];
/** Where something else than HTTP listens, which could be made to understand what we send: the list that browsers have. */
const OTHER_PORTS = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);
/** Ports at which nothing listens: a listed host may have them, for tests that want a failure. */
const SILENT_PORTS = new Set([1, 9]);
const MAX_LENGTH = 2_048;
const HTTPS = "The URL must begin with https://.";
const EXAMPLES = "tools.lan, 10.0.0.5:8080";

/** Whether this is the address of a machine on the public internet. What is no address is not. */
export function isPublicAddress(address: string): boolean {
  const bytes = addressBytes(address);
  if (bytes === undefined) return false;
  if (isIn(bytes, MAPPED)) return !RESERVED_V4.some((range) => isIn(bytes, range));
  return isIn(bytes, GLOBAL_V6) && !RESERVED_V6.some((range) => isIn(bytes, range));
}

/** Whether a cloud's metadata service answers there, in any of the forms that may lead to it. */
export function isMetadataAddress(address: string): boolean {
  const bytes = addressBytes(address);
  if (bytes === undefined) return false;
  const carrier = CARRIERS.find(({ range }) => isIn(bytes, range));
  const target = carrier === undefined ? bytes : mapped(bytes.subarray(carrier.at, carrier.at + 4));
  return METADATA.some((range) => isIn(target, range));
}

export type UrlCheck =
  | { ok: true; url: URL; exempt: boolean }
  /** `inner`: well-formed, but it leads to where nobody outside may send us. */
  | { ok: false; why: string; inner: boolean };

/** Whether a URL may be called: public https, or a listed host with https or http. The name is not looked up here. */
export function checkNotifyUrl(text: string, allowedHosts: ReadonlySet<string>): UrlCheck {
  const url = readUrl(text);
  if (typeof url === "string") return { ok: false, why: url, inner: false };
  const exempt = isListed(url, allowedHosts);
  if (isOtherPort(url, allowedHosts, exempt)) {
    const why = `The URL must have a port for https, such as 443, not ${url.port}, which other services use.`;
    return { ok: false, why, inner: false };
  }
  if (url.protocol !== "https:" && !exempt) return { ok: false, why: HTTPS, inner: false };
  const why = exempt ? listedFault(bareHost(url)) : hostFault(bareHost(url));
  return why === undefined ? { ok: true, url, exempt } : { ok: false, why, inner: true };
}

/** The host as a resolver takes it: an IPv6 address without its brackets. */
export function bareHost(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}

/**
 * Hosts with commas between them, each a name or an address, for one port if it names one. Gives the set that
 * `checkNotifyUrl` takes, or what is wrong, to follow the setting's name.
 */
export function readAllowedHosts(text: string): Set<string> | string {
  const hosts = new Set<string>();
  for (const entry of splitList(text)) {
    const host = readHost(entry);
    if (host === undefined) return `must list hosts separated by commas, as in ${EXAMPLES}, not ${quote(entry)}`;
    if (isMetadataAddress(bareHost(host.url)))
      return `can't list ${quote(entry)}: cloud providers keep credentials there`;
    hosts.add(host.port === "" ? host.url.hostname : `${host.url.hostname}:${host.port}`);
  }
  return hosts;
}

function readUrl(text: string): URL | string {
  if (text.length > MAX_LENGTH) return `The URL must have at most ${thousands(MAX_LENGTH)} characters.`;
  if (!isVisibleAscii(text)) {
    return "The URL must be visible ASCII characters without spaces: a name in its xn-- form, the rest percent-encoded.";
  }
  const start = ["https://", "http://"].find((scheme) => text.toLowerCase().startsWith(scheme));
  if (start === undefined) return HTTPS;
  if (text.includes("\\")) return "The URL must be written with /, not with \\.";
  if (text.includes("#")) return "The URL must end before the #: a fragment is never sent.";
  const [authority = ""] = text.slice(start.length).split(/[/?]/, 1);
  if (authority.includes("@")) return "The URL must not have a user name or a password.";
  if (authority === "" || !URL.canParse(text)) {
    return "The URL must name a host after https://, as in https://tool.example.com/hook.";
  }
  return new URL(text);
}

function isVisibleAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) <= 0x20 || text.charCodeAt(i) >= 0x7f) return false;
  return true;
}

function isListed(url: URL, allowedHosts: ReadonlySet<string>): boolean {
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return allowedHosts.has(url.hostname) || allowedHosts.has(`${url.hostname}:${port}`);
}

/** Whoever lists a host together with its port knows what listens there. */
function isOtherPort(url: URL, allowedHosts: ReadonlySet<string>, exempt: boolean): boolean {
  if (url.port === "" || !OTHER_PORTS.has(Number(url.port))) return false;
  const isSilent = exempt && SILENT_PORTS.has(Number(url.port));
  return !isSilent && !allowedHosts.has(`${url.hostname}:${url.port}`);
}

function listedFault(host: string): string | undefined {
  return isMetadataAddress(host)
    ? "The URL must not be the address where a cloud provider keeps credentials."
    : undefined;
}

function hostFault(host: string): string | undefined {
  if (isIP(host) !== 0) return isPublicAddress(host) ? undefined : notPublic("an address on the public internet", host);
  if (host.endsWith(".")) return "The URL's host must not end with a dot.";
  const inner = !host.includes(".") || INNER_NAMES.some((name) => host === name || host.endsWith(`.${name}`));
  return inner || !isName(host) ? notPublic("a public host such as tool.example.com", host) : undefined;
}

function notPublic(right: string, host: string): string {
  return `The URL must lead to ${right}, not to ${quote(host)}; whoever runs this server can allow other hosts with RETEST_NOTIFY_ALLOWED_HOSTS.`;
}

function isName(host: string): boolean {
  return host.length <= 253 && host.split(".").every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label));
}

function readHost(entry: string): { url: URL; port: string } | undefined {
  const text = isIP(entry) === 6 ? `[${entry}]` : entry;
  if (!isVisibleAscii(text) || /[/\\?#@%]/.test(text) || !URL.canParse(`http://${text}`)) return undefined;
  const url = new URL(`http://${text}`);
  if (isIP(bareHost(url)) === 0 && !isName(url.hostname)) return undefined;
  // Each scheme leaves out the port that goes without saying.
  return { url, port: url.port || new URL(`https://${text}`).port };
}
