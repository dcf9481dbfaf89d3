// In place of a page that a link opens, where the link opens nothing.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { SignedOutFrame } from "./signed-out-frame.tsx";

export const WHOLE_LINK =
  "Open the whole link that you were given, including everything after the #. If you had it open before, open it again.";

export function DeadLink({ title, ask, children }: { title: string; ask: string; children: ReactNode }) {
  return (
    <SignedOutFrame title={title}>
      <p>{children}</p>
      <p>
        {ask} <Link href="/">Sign in</Link>
      </p>
    </SignedOutFrame>
  );
}
