// The header Content-Disposition of a file that is made for whoever asks.

/** The header for a download: its name, and an ASCII form of it for old readers. */
export function attachment(name: string, ending: string): string {
  const plain = name.replaceAll(/[^A-Za-z0-9._-]+/g, "-").replaceAll(/^[-.]+|-+$/g, "");
  const encoded = encodeURIComponent(`${name}.${ending}`).replaceAll(/['()*!]/g, percent);
  return `attachment; filename="${plain || "runbook"}.${ending}"; filename*=UTF-8''${encoded}`;
}

function percent(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}
