// Joining by a link. The token is taken out of the address at once, and goes nowhere but to the server.

import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { Link } from "wouter";
import { INVITATION_DAYS } from "../../../../src/wire/limits.ts";
import { ApiError, post } from "../../api/client.ts";
import type { Offer } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { JoinForm } from "./join-form.tsx";

export function JoinPage() {
  const token = useToken();
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
      <DeadLink title="This page needs a link">
        Open the whole link that you were given, including everything after the #. If you had it open before, open it
        again.
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
    <DeadLink title="This link does not work any more">
      {`It was used, withdrawn, or is older than ${INVITATION_DAYS} days. Ask whoever sent it for a new one.`}
    </DeadLink>
  );
}

function DeadLink({ title, children }: { title: string; children: string }) {
  return (
    <SignedOutFrame title={title}>
      <p>{children}</p>
      <p>
        Joined already? <Link href="/">Sign in</Link>
      </p>
    </SignedOutFrame>
  );
}

/** What stood after the #. Opening another link in the same place only changes that part of the address. */
function useToken(): { text: string; nth: number } {
  const [token, setToken] = useState(() => ({ text: location.hash.slice(1), nth: 0 }));
  useEffect(() => {
    const take = () => {
      const text = location.hash.slice(1);
      if (text === "") return;
      history.replaceState(null, "", location.pathname);
      setToken((before) => (before.text === text ? before : { text, nth: before.nth + 1 }));
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
