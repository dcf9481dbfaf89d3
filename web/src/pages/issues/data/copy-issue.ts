// Takes an issue elsewhere: its code, as pull requests and messages name it, or its link.
import { copyText } from "../../../components/buttons/copy-button.tsx";
import { toast } from "../../../interaction/toasts.tsx";

export async function copyCode(code: string): Promise<void> {
  if (await copyText(code)) toast({ text: `${code} is copied.`, topic: "copied" });
}

export async function copyLink(id: string): Promise<void> {
  if (await copyText(`${location.origin}/issues/${id}`)) toast({ text: "The link is copied.", topic: "copied" });
}
