// A link in a chat as plain words: its label with the address behind it, or the address alone where the label says no more.

export function linkText(label: string, url: string): string {
  return label === "" || isSame(label, url) ? url : `${label} (${url})`;
}

/** A label that only says the address again. */
function isSame(label: string, url: string): boolean {
  if ([url, `${url}/`, `http://${url}`, `https://${url}`].includes(label)) return true;
  return [label, `${label}/`].some((said) => url === said || url.endsWith(`://${said}`));
}
