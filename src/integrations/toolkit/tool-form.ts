// What the interface says of a tool and asks for, with the fields that several tools have. Plain data: the interface is built with it.

export interface FormField {
  part: "settings" | "credentials";
  name: string;
  label: string;
  hint: string;
  placeholder?: string;
  /** Whether nothing comes in, or goes out, without it. */
  needed?: true;
  /** Whether it is a list separated by commas. */
  several?: true;
  /** A credential that may be seen while it is typed. */
  plain?: true;
  /** Whether Retest makes the value, to be given to the tool. */
  ours?: true;
  /** Whether the former one goes on working for a while after it was replaced. */
  overlaps?: true;
}

export interface ToolForm {
  /** What comes from it, and what goes there, in a line each. */
  in: string | null;
  out: string | null;
  inFields: readonly FormField[];
  outFields: readonly FormField[];
  /** What its URL is called, where people know it by another word. */
  address?: "DSN";
}

export const credential = (name: string, label: string, hint: string, more: Partial<FormField> = {}): FormField => ({
  part: "credentials",
  name,
  label,
  hint,
  ...more,
});
export const setting = (name: string, label: string, hint: string, more: Partial<FormField> = {}): FormField => ({
  part: "settings",
  name,
  label,
  hint,
  ...more,
});
/** A secret that Retest makes and the tool is given. */
export const ourSecret = (where: string) =>
  credential("webhook_secret", "Secret", `${where} Without one, anybody who has the URL can send requests.`, {
    ours: true,
  });
export const BRANCHES = setting(
  "branches",
  "Other branches",
  "Merges into these branches fix issues too, not only into the default branch.",
  {
    several: true,
    placeholder: "release, hotfix",
  },
);

export const OTHER_APPS = setting(
  "apps",
  "Other apps",
  "Other apps that people can name in a message. Each needs its own connection with the same secret.",
  { several: true, placeholder: "Shop, Warehouse" },
);

export const MEMBERS = setting(
  "members",
  "Members",
  "Only if the repository is public: the user names of those whose comments and issues count. The server doesn't say who belongs to it.",
  { several: true, placeholder: "mara-quill, jon" },
);
