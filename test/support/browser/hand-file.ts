// Hands a file to a page as the browser does on a paste or a drop.

/** Code that does so. */
export function handFile(
  event: "paste" | "drop",
  field: string,
  base64: string,
  name: string,
  type: string,
  at = "article",
): string {
  const kind = event === "paste" ? "ClipboardEvent" : "DragEvent";
  return `{
    const bytes = Uint8Array.from(atob("${base64}"), (char) => char.charCodeAt(0));
    const held = new DataTransfer();
    held.items.add(new File([bytes], "${name}", { type: "${type}" }));
    document.querySelector("${at}").dispatchEvent(
      new ${kind}("${event}", { ${field}: held, bubbles: true, cancelable: true }),
    );
  }`;
}
