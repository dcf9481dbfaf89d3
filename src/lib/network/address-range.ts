// Addresses as 16 bytes, and the ranges they fall into: no spelling makes a difference there.
import { isIP } from "node:net";
import { quote, splitList } from "../text/text.ts";

export interface AddressRange {
  bytes: Uint8Array;
  bits: number;
}

/** An address as 16 bytes, IPv4 in its IPv6-mapped form. An address with a zone (`%eth0`) is none. */
export function addressBytes(address: string): Uint8Array | undefined {
  const kind = isIP(address);
  if (kind === 0 || address.includes("%")) return undefined;
  return kind === 4 ? mapped(octets(address)) : sixteen(address);
}

function octets(address: string): number[] {
  return address.split(".").map(Number);
}

/** An IPv4 address as IPv6 maps it. */
export function mapped(four: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(16);
  bytes.fill(0xff, 10, 12);
  bytes.set(four, 12);
  return bytes;
}

/** `isIP` has said that it is well-formed: at most one `::`, and an IPv4 tail only at the end. */
function sixteen(address: string): Uint8Array {
  const [left = "", right] = address.split("::");
  const head = groups(left);
  const tail = groups(right ?? "");
  const bytes = new Uint8Array(16);
  bytes.set(head, 0);
  bytes.set(tail, 16 - tail.length);
  return bytes;
}

function groups(text: string): number[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (group.includes(".")) return octets(group);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 255];
  });
}

/** A range as it is written, `10.0.0.0/8`. */
export function readRange(text: string): AddressRange {
  const [address = "", bits] = text.split("/");
  return { bytes: addressBytes(address)!, bits: Number(bits) + (isIP(address) === 4 ? 96 : 0) };
}

/** Addresses and ranges with commas between them; else what is wrong with them. */
export function readAddressRanges(text: string): AddressRange[] | string {
  const ranges: AddressRange[] = [];
  for (const entry of splitList(text)) {
    const [address = "", bits, more] = entry.split("/");
    const length = isIP(address) === 4 ? 32 : 128;
    const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= length);
    if (addressBytes(address) === undefined || !isRange || more !== undefined) {
      return `must list addresses or ranges separated by commas, as in 10.0.0.5 or 172.16.0.0/12, not ${quote(entry)}`;
    }
    ranges.push(readRange(`${address}/${bits ?? length}`));
  }
  return ranges;
}

export function isIn(bytes: Uint8Array, range: AddressRange): boolean {
  for (let at = 0, left = range.bits; left > 0; at++, left -= 8) {
    const mask = left >= 8 ? 255 : 255 & (255 << (8 - left));
    if (((bytes[at]! ^ range.bytes[at]!) & mask) !== 0) return false;
  }
  return true;
}

/** IPv4 addresses in their IPv6-mapped form. */
export const MAPPED = readRange("::ffff:0.0.0.0/96");

/** Sixteen bytes as an address is written: IPv4 in decimals, IPv6 in its one canonical spelling. */
export function writtenAddress(bytes: Uint8Array): string {
  if (isIn(bytes, MAPPED)) return bytes.subarray(12).join(".");
  const hex = Buffer.from(bytes).toString("hex");
  return new URL(`http://[${hex.match(/.{4}/g)!.join(":")}]/`).hostname.slice(1, -1);
}
