// A workspace of one's own, where the server lets anybody make one: asked for with an address, and made by the link that was mailed there.
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { EMAIL_LINK_HOURS } from "../../../../src/wire/limits.ts";
import { ApiError, post } from "../../api/client.ts";
import { useSignInWays } from "../../api/sign-in-ways.ts";
import type { SignUp } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { useLinkToken } from "../../interaction/link-token.ts";
import { DeadLink } from "../../shell/dead-link.tsx";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import { AskForm } from "./ask-form.tsx";
import { SignUpForm } from "./sign-up-form.tsx";

const ASK = "Have an account?";

export function SignUpPage() {
  const token = useLinkToken();
  const ways = useSignInWays();
  // The token is no part of what the answer is called by.
  const look = useQuery({
    queryKey: ["offer", "sign-up", token.nth],
    queryFn: () => post<SignUp>("/sign-up/look", { token: token.text }),
    enabled: token.text !== "",
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  useEffect(() => {
    document.title = "Make a workspace · Retest";
  }, []);
  if (ways === undefined) return <Waiting />;
  if (!ways.sign_up) {
    return (
      <DeadLink title="Nobody makes a workspace here by themselves" ask={ASK}>
        Ask whoever runs this server, or an admin of a workspace for an invitation.
      </DeadLink>
    );
  }
  if (token.text === "") return <AskForm />;
  const { data: asked, error } = look;
  if (asked !== undefined) return <SignUpForm key={token.nth} asked={asked} token={token.text} />;
  if (error === null) return <Waiting />;
  if (!(error instanceof ApiError && error.status === 404)) {
    return (
      <SignedOutFrame title="Make a workspace">
        <Failure error={error} retry={() => void look.refetch()} />
      </SignedOutFrame>
    );
  }
  return (
    <DeadLink title="This link does not work any more" ask={ASK}>
      {`It was used, replaced by a newer one, or is older than ${EMAIL_LINK_HOURS} hours. `}
      <Link href="/sign-up">Have a new one mailed to you</Link>
    </DeadLink>
  );
}
