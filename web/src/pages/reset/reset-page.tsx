// A new password by a link that an admin made, or that was mailed.
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { RESET_LINK_MINUTES } from "../../../../src/wire/limits.ts";
import { ApiError, post } from "../../api/client.ts";
import { useSendsMail } from "../../api/mail.ts";
import type { ResetLink } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useLinkToken } from "../../interaction/link-token.ts";
import { DeadLink, WHOLE_LINK } from "../../shell/dead-link.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { ResetForm } from "./reset-form.tsx";

const ASK = "Know your password?";

export function ResetPage() {
  const token = useLinkToken();
  const sendsMail = useSendsMail();
  const [done, setDone] = useState<number | null>(null);
  // The token is no part of what the answer is called by.
  const look = useQuery({
    queryKey: ["offer", "reset", token.nth],
    queryFn: () => post<ResetLink>("/reset-links/look", { token: token.text }),
    enabled: token.text !== "",
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: link, error } = look;
  useEffect(() => {
    document.title = "New password · Retest";
  }, []);
  if (token.text === "") {
    return (
      <DeadLink title="This page needs a link" ask={ASK}>
        {WHOLE_LINK}
      </DeadLink>
    );
  }
  if (done === token.nth) {
    return (
      <SignedOutFrame title="Your password is changed">
        <p role="status">You are signed out everywhere, and can sign in with your new password.</p>
        <p>
          <Link href="/">Sign in</Link>
        </p>
      </SignedOutFrame>
    );
  }
  if (link !== undefined) {
    return <ResetForm key={token.nth} link={link} token={token.text} onDone={() => setDone(token.nth)} />;
  }
  if (error === null) return <Waiting />;
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <SignedOutFrame title="New password">
        <Failure error={error} retry={() => void look.refetch()} />
      </SignedOutFrame>
    );
  }
  return (
    <DeadLink title="This link does not work any more" ask={ASK}>
      {`It was used, replaced by a newer one, or is older than ${RESET_LINK_MINUTES} minutes. `}
      {sendsMail ? <Link href="/forgot">Have a new one mailed to you</Link> : "Ask an admin for a new one."}
    </DeadLink>
  );
}
