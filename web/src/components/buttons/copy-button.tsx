// Copies a text with one click, and says so.
import { Button, type ButtonProps } from "@mantine/core";
import { useEffect, useState } from "react";
import { toast } from "../../interaction/toasts.tsx";
import { Icon } from "../display/icons.tsx";

const SAY_MS = 2_000;

export function CopyButton({ text, label = "Copy", ...props }: { text: string; label?: string } & ButtonProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAY_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return (
    <Button
      variant="default"
      leftSection={<Icon name={copied ? "check" : "copy"} />}
      onClick={() => void copyText(text).then(setCopied)}
      {...props}
    >
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}

/** A page that did not come over https (or from this machine) has no clipboard. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    toast({ kind: "failed", text: "The browser did not allow copying here: select the text and copy it by hand." });
    return false;
  }
}
