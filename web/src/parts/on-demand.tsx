// A dialog or a panel that is fetched when it is opened. When that fails it is as if it had not been opened, and said why.
import { type ReactNode, Suspense } from "react";
import { useHoldPage } from "../shell/held-page.ts";
import { toast } from "../shell/toasts.tsx";
import { Boundary } from "./lazily.tsx";
import { useTypingAhead } from "./typing-ahead.ts";

interface Props {
  /** What is open, or null. */
  what: unknown;
  /** Closes it again. */
  onClose(): void;
  /** It takes the keys: from the press that opens it, also while it is fetched, the page behind gets none. */
  takesKeys?: true;
  /** What stands in its place while it is fetched. */
  fallback?: ReactNode;
  children: ReactNode;
}

export function OnDemand({ what, onClose, takesKeys, fallback = null, children }: Props) {
  const isDialog = takesKeys === true && what !== null && what !== false;
  useTypingAhead(isDialog, onClose);
  useHoldPage(isDialog);
  const failed = () => {
    toast({ kind: "failed", text: "This could not be loaded. Try again in a moment, or load the page again." });
    onClose();
  };
  return (
    <Boundary place={what} fallback={() => fallback} onError={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
