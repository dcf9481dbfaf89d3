// Joining by a link.

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { INVITATION_DAYS } from "../../../../src/wire/limits.ts";
import { ApiError, post } from "../../api/client.ts";
import type { Offer } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useLinkToken } from "../../interaction/link-token.ts";
import { DeadLink, WHOLE_LINK } from "../../shell/dead-link.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { JoinForm } from "./join-form.tsx";

export function JoinPage() {
  const token = useLinkToken();
  // The token is no part of what the answer is called by.
  const look = useQuery({
    queryKey: ["offer", token.nth],
    queryFn: () => post<Offer>("/invitations/look", { token: token.text }),
    enabled: token.text !== "",
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { data: offer, error } = look;
  useEffect(() => {
    document.title = "Join · Retest";
  }, []);
  if (token.text === "") {
    return (
      <DeadLink title="This page needs a link" ask="Joined already?">
        {WHOLE_LINK}
      </DeadLink>
    );
  }
  if (offer !== undefined) return <JoinForm offer={offer} token={token.text} />;
  if (error === null) return <Waiting />;
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <SignedOutFrame title="Join">
        <Failure error={error} retry={() => void look.refetch()} />
      </SignedOutFrame>
    );
  }
  return (
    <DeadLink title="This link does not work any more" ask="Joined already?">
      {`It was used, withdrawn, or is older than ${INVITATION_DAYS} days. Ask whoever sent it for a new one.`}
    </DeadLink>
  );
}
