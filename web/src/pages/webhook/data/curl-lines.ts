// Lines to try the webhook with.
export function curlLine(url: string): string {
  return [`curl '${url}' \\`, `  -H 'Content-Type: application/json' \\`, `  -d '${SAMPLE}'`].join("\n");
}

export function signedCurlLine(url: string): string {
  return [
    "SECRET='the signing secret'",
    `BODY='${SAMPLE}'`,
    `SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac "$SECRET" | sed 's/^.* //')`,
    `curl '${url}' -H "X-Signature: sha256=$SIGNATURE" -d "$BODY"`,
  ].join("\n");
}

const SAMPLE = `{"title": "Checkout fails", "description": "Since 10:02", "priority": "high", "external_id": "4711", "source": "curl"}`;
