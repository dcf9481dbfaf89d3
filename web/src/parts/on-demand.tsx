// A dialog or a panel that is fetched when it is opened. When that fails it is as if it had not been opened, and said why.
import { type ReactNode, Suspense } from "react";
import { toast } from "../shell/toasts.tsx";
import { Boundary } from "./lazily.tsx";

interface Props {
  /** What is open, or null. */
  what: unknown;
  /** Closes it again. */
  onFailed(): void;
  /** What stands in its place while it is fetched. */
  fallback?: ReactNode;
  children: ReactNode;
}

export function OnDemand({ what, onFailed, fallback = null, children }: Props) {
  const failed = () => {
    toast({ kind: "failed", text: "This could not be loaded. Try again in a moment, or load the page again." });
    onFailed();
  };
  return (
    <Boundary place={what} fallback={() => fallback} onError={failed}>
      <Suspense fallback={fallback}>{children}</Suspense>
    </Boundary>
  );
}
