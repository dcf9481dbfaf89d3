// A mail's text, written once and shown twice: as plain text, and as HTML that needs no pictures and follows the reader's dark mode.

export interface MailText {
  subject: string;
  /** The text, in paragraphs of a few sentences. */
  paragraphs: string[];
  /** Entries listed below the text. */
  list?: MailItem[];
  /** The button below the text, and where it leads. */
  button?: { label: string; url: string };
  /** Why one gets it and how to stop it, in small letters. */
  footer: string[];
  footerLinks?: { label: string; url: string }[];
}

export interface MailItem {
  what: string;
  title: string;
  about: string;
  url: string;
}

export function textBody({ paragraphs, list = [], button, footer, footerLinks = [] }: MailText): string {
  const items = list.map(({ what, title, about, url }) => `* ${what}\n  ${title}\n  ${about}\n  ${url}`);
  const parts = [...paragraphs, ...items];
  if (button !== undefined) parts.push(`${button.label}:\n${button.url}`);
  const end = [...footer, ...footerLinks.map(({ label, url }) => `${label}: ${url}`)];
  return `${[...parts, `-- \n${end.join("\n")}`].join("\n\n")}\n`;
}

/** Colours of both looks; those of the light one also stand where they are used, for readers that take no style sheet. */
const LIGHT = { page: "#f4f5f7", card: "#ffffff", text: "#1f2328", faint: "#59636e", line: "#d1d9e0", link: "#0b57d0" };
const DARK = { page: "#15171a", card: "#1f2226", text: "#e8eaed", faint: "#a6adb5", line: "#3a4047", link: "#8ab4f8" };
const FONT = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:${DARK.page}!important}
.card{background:${DARK.card}!important;border-color:${DARK.line}!important}
.text{color:${DARK.text}!important}
.faint{color:${DARK.faint}!important}
.item{border-color:${DARK.line}!important}
.link{color:${DARK.link}!important}
.button{background:${DARK.link}!important;color:${DARK.page}!important}
}
@media (max-width:620px){.outer{padding:0!important}.card{border-radius:0!important;border-left:0!important;border-right:0!important;padding:20px!important}.foot{padding:16px 20px!important}}`;

/** The mail as HTML. Everything that isn't written here is escaped. */
export function htmlBody(mail: MailText): string {
  const { subject, paragraphs, list = [], button, footer, footerLinks = [] } = mail;
  const body = [
    ...paragraphs.map((text) => p("text", `color:${LIGHT.text};font-size:16px;line-height:24px;margin:0 0 16px`, text)),
    ...list.map(itemHtml),
    ...(button === undefined ? [] : [buttonHtml(button)]),
  ];
  const small = `color:${LIGHT.faint};font-size:13px;line-height:20px;margin:0 0 4px`;
  const end = footer.map((text) => p("faint", small, text));
  for (const one of footerLinks) end.push(`<p style="margin:0;font-size:13px;line-height:28px">${link(one)}</p>`);
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escaped(subject)}</title><style>${STYLE}</style></head>
<body class="page" style="margin:0;padding:0;background:${LIGHT.page};${FONT}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="outer" align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px"><tr>
<td class="card" style="background:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:8px;padding:28px;text-align:left;overflow-wrap:anywhere;word-break:break-word">
<p class="text" style="color:${LIGHT.text};font-size:16px;font-weight:700;margin:0 0 20px">Retest</p>
${body.join("\n")}
</td></tr><tr><td class="foot" style="padding:16px 29px;text-align:left">
${end.join("\n")}
</td></tr></table>
</td></tr></table>
</body></html>
`;
}

function itemHtml({ what, title, about, url }: MailItem): string {
  return `<div class="item" style="border-top:1px solid ${LIGHT.line};padding:12px 0">
${p("faint", `color:${LIGHT.faint};font-size:14px;line-height:20px;margin:0`, what)}
<p style="margin:0;font-size:16px;line-height:24px;font-weight:600">${link({ label: title, url })}</p>
${p("faint", `color:${LIGHT.faint};font-size:13px;line-height:20px;margin:0`, about)}
</div>`;
}

function buttonHtml({ label, url }: { label: string; url: string }): string {
  const look = `display:inline-block;background:${LIGHT.link};color:#ffffff;font-size:16px;font-weight:600;line-height:20px;padding:12px 20px;border-radius:6px;text-decoration:none`;
  const small = `color:${LIGHT.faint};font-size:13px;line-height:20px;margin:0`;
  return `<p style="margin:8px 0 16px"><a class="button" href="${escaped(url)}" style="${look}">${escaped(label)}</a></p>
${p("faint", small, "If the button does not work, open this address:")}
<p style="margin:0;font-size:13px;line-height:20px">${link({ label: url, url })}</p>`;
}

/** A paragraph. Its text may run from right to left, so it is isolated from what is around it. */
function p(name: string, style: string, text: string): string {
  return `<p class="${name}" dir="auto" style="${style}">${escaped(text)}</p>`;
}

function link({ label, url }: { label: string; url: string }): string {
  return `<a class="link" dir="auto" href="${escaped(url)}" style="color:${LIGHT.link}">${escaped(label)}</a>`;
}

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);
}
