// Whether tools elsewhere can call a URL of this server, as far as its address tells.

const INNER_NAME = /(^|\.)(localhost|local|internal|lan|home\.arpa|test|invalid)$/;
const INNER_ADDRESS =
  /^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|\[(::1?\]|f[cd]|fe[89ab]))/;

/** What to say about a URL that tools elsewhere can't call, or null. */
export function privateAddress(url: string): string | null {
  const { protocol, hostname } = new URL(url);
  const host = hostname.replace(/\.$/, "");
  if (INNER_NAME.test(host) || INNER_ADDRESS.test(host) || !/[.:]/.test(host)) {
    return `Only this machine or network can reach ${host}. Tools on the internet need a public address: set RETEST_BASE_URL to it and restart the server.`;
  }
  if (protocol === "http:") {
    return "This URL begins with http://, so what is sent to it can be read on the way, and many tools refuse it. Set RETEST_BASE_URL to an https address and restart the server.";
  }
  return null;
}
