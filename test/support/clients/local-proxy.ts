// The setting that has a proxy on this machine believed: tests then come from any address they name in X-Forwarded-For.
import { type AddressRange, readAddressRanges } from "../../../src/lib/network/address-range.ts";

export const LOCAL_PROXY = { trustedProxies: readAddressRanges("127.0.0.1, ::1") as AddressRange[] };

/** From an address of its own, as the proxy tells it. */
export const from = (address: string) => ({ "x-forwarded-for": address });
