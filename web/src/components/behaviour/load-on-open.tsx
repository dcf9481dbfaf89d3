// A dialog or a panel that is fetched when it is opened. When that fails it is as if it had not been opened, and said why.
import { type ReactNode, Suspense } from "react";
import { useHoldPage } from "../../interaction/hold-page.ts";
import { watchLostTyping } from "../../interaction/lost-typing.ts";
import { isShown, toast } from "../../interaction/toasts.tsx";
import { useTypedBeforeFocus } from "../../interaction/typed-before-focus.ts";
import { Boundary } from "./lazy-load.tsx";

const TOPIC = "not loaded";

interface Props {
  /** What is open, or null. */
  what: unknown;
  /** Closes what is open. */
  onClose(): void;
  /** Whether it takes the keyboard: then the page behind gets no keys from the moment it opens, even while it loads. */
  takesKeys?: true;
  /** What stands in its place while it is fetched. */
  fallback?: ReactNode;
  children: ReactNode;
}

export function LoadOnOpen({ what, onClose, takesKeys, fallback = null, children }: Props) {
  const isDialog = takesKeys === true && what !== null && what !== false;
  useTypedBeforeFocus(isDialog, onClose);
  useHoldPage(isDialog);
  const failed = () => {
    sayUnloaded(isDialog);
    onClose();
    if (isDialog) watchLostTyping(() => isShown(TOPIC) || sayUnloaded(true));
  };
  return (
    <Boundary place={what} fallback={() => fallback} onError={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}

function sayUnloaded(isDialog: boolean): void {
  const text = isDialog
    ? "This could not be loaded, and nothing was recorded. What you type now is dropped: press Esc, and try again in a moment or load the page again."
    : "This could not be loaded. Try again in a moment, or load the page again.";
  toast({ kind: "failed", topic: TOPIC, text });
}
