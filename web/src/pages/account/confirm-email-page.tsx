// Confirming one's e-mail address by the link that was mailed there. Whoever is not signed in does that first, here.
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { Link } from "wouter";
import { ApiError, isMissing, post } from "../../api/client.ts";
import { ME, useMe } from "../../api/session.tsx";
import { OWN_SIGN_IN, useOwnSignIn } from "../../api/sign-in-ways.ts";
import type { EmailLink, Me } from "../../api/types.ts";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { Panel, Panels } from "../../components/layout/panel.tsx";
import { useLinkToken } from "../../interaction/link-token.ts";
import { WHOLE_LINK } from "../../shell/dead-link.tsx";
import classes from "./account-page.module.css";

export function ConfirmEmailPage() {
  const token = useLinkToken();
  useEffect(() => {
    document.title = "Confirm your e-mail address · Retest";
  }, []);
  return (
    <Panels>
      <h1 className={classes.title}>Confirm your e-mail address</h1>
      <Panel title="E-mail address">
        {token.text === "" ? <Refused text={WHOLE_LINK} /> : <Confirmation key={token.nth} token={token} />}
      </Panel>
    </Panels>
  );
}

/** The page for one link. It asks what the link would do before it promises anything. */
function Confirmation({ token: { text: token, nth } }: { token: { text: string; nth: number } }) {
  const me = useMe();
  const client = useQueryClient();
  // The token is no part of what the answer is called by.
  const look = useQuery({
    queryKey: ["offer", "email", nth],
    queryFn: () => post<EmailLink>("/me/email-link/look", { token }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const confirm = useMutation({
    mutationFn: () => post<Me>("/me/email-link/use", { token }),
    onSuccess: (after) => client.setQueryData(ME, after),
    onSettled: () => client.invalidateQueries({ queryKey: OWN_SIGN_IN }),
  });
  if (confirm.isSuccess) {
    return (
      <>
        <p role="status">
          <bdi>{confirm.data.email}</bdi> is confirmed: it is the address that you sign in with.
        </p>
        <ToAccount />
      </>
    );
  }
  // Somebody else has taken the address, or it is waited for from somebody else: what waits here will never be theirs.
  if (isTaken(confirm.error)) return <Refused text={`${look.data!.email} is not free any more: choose another one.`} />;
  if (isMissing(confirm.error)) return <Refused text={confirm.error!.message} />;
  if (look.data !== undefined) {
    return (
      <>
        <RefusalAlert text={confirm.error?.message ?? null} />
        {look.data.email === me.email ? (
          <p>
            You are <bdi>{me.name}</bdi>, and sign in with <bdi>{me.email}</bdi>. Confirm that this address is yours.
          </p>
        ) : (
          <p>
            You are <bdi>{me.name}</bdi>, and sign in with <bdi>{me.email}</bdi>. Once you confirm it, you sign in with{" "}
            <bdi>{look.data.email}</bdi> instead.
          </p>
        )}
        <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm the address
        </Button>
        <ToAccount />
      </>
    );
  }
  if (look.error === null) return <Waiting />;
  if (isMissing(look.error)) return <Refused text={look.error.message} />;
  return <Failure error={look.error} retry={() => void look.refetch()} />;
}

function isTaken(error: unknown): boolean {
  return error instanceof ApiError && error.code === "name_taken";
}

/** Says that nothing was changed, what holds now, and where to go on. */
function Refused({ text }: { text: string }) {
  const me = useMe();
  const own = useOwnSignIn();
  if (own === undefined) return <Waiting />;
  const { email_link: waiting, email_confirmed: isConfirmed } = own;
  return (
    <>
      <RefusalAlert text={text} />
      <p>
        Nothing was changed. You are <bdi>{me.name}</bdi>, and sign in with <bdi>{me.email}</bdi>
        {isConfirmed ? ", which is confirmed." : ", which nobody has confirmed yet."}
      </p>
      {waiting !== null ? (
        <p>
          You have asked for a link to <bdi>{waiting.email}</bdi>. From your account you can have it sent again, or keep
          the address that you have.
        </p>
      ) : (
        !isConfirmed && <p>You can have a new link sent from your account.</p>
      )}
      <ToAccount />
    </>
  );
}

function ToAccount() {
  return (
    <p>
      <Link href="/account">Your account</Link>
    </p>
  );
}
