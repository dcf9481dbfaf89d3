// What the link offers, and the name, address and password to join with.

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useLocation } from "wouter";
import { MAX_NAME } from "../../../../src/wire/limits.ts";
import { post } from "../../api/client.ts";
import { refusalOf } from "../../api/field-refusals.ts";
import { noteSignedIn } from "../../api/session.tsx";
import { useSignInWays } from "../../api/sign-in-ways.ts";
import type { Me, Offer, Role } from "../../api/types.ts";
import { exactText, sinceText } from "../../components/display/times.tsx";
import { LimitedInput } from "../../components/form/limited-input.tsx";
import { isLongEnough, NewPassword, TOO_SHORT } from "../../components/form/new-password.tsx";
import { RefusalAlert } from "../../components/form/refusal-alert.tsx";
import { tooLongText } from "../../components/form/text-limits.ts";
import { SignedOutFrame } from "../../shell/signed-out-frame.tsx";
import classes from "./join-form.module.css";
import { JoinWithIssuer } from "./join-with-issuer.tsx";

const MAY: Record<Role, string> = {
  viewer: "see runbooks and issues",
  tester: "record results, and raise and confirm issues",
  admin: "change runbooks and settings, and mark issues fixed",
};

export function JoinForm({ offer, token }: { offer: Offer; token: string }) {
  const client = useQueryClient();
  const [, go] = useLocation();
  const [name, setName] = useState("");
  const [email, setEmail] = useState(offer.email ?? "");
  const [password, setPassword] = useState("");
  const [tried, setTried] = useState(false);
  const ways = useSignInWays();
  const join = useMutation({
    mutationFn: () => post<Me>("/invitations/accept", { token, name, email, password }),
    onSuccess: (me) => {
      noteSignedIn(client, me);
      go("/", { replace: true });
    },
  });
  const refusal = refusalOf(join.error, ["name", "email", "password"]);
  const tooShort = tried && !isLongEnough(password) ? TOO_SHORT : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (isLongEnough(password) && tooLongText(name, MAX_NAME) === undefined) join.mutate();
  };
  return (
    <SignedOutFrame title={offer.first_admin ? "Create the first admin" : "Join Retest"}>
      <OfferText offer={offer} />
      {ways?.oidc && <JoinWithIssuer name={ways.oidc.name} token={token} isOnly={!ways.password} />}
      {ways?.password === false && ways.oidc === null && (
        <p>
          {offer.email === null
            ? "This link names nobody, and only the proxy signs people in here: ask for an invitation to the address that it knows you by."
            : "Sign in with the address that was invited."}
        </p>
      )}
      {ways?.password && (
        <form onSubmit={submit}>
          <RefusalAlert text={refusal.rest} />
          <LimitedInput
            label="Your name"
            description="The name that others see."
            autoComplete="name"
            required
            autoFocus
            limit={MAX_NAME}
            value={name}
            error={refusal.at.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <TextInput
            label="E-mail address"
            description={offer.email === null ? "You sign in with it." : "The invitation is for this address."}
            type="email"
            autoComplete="username"
            required
            readOnly={offer.email !== null}
            value={email}
            error={refusal.at.email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <NewPassword
            label="Password"
            value={password}
            owner={{ name, email }}
            error={refusal.at.password ?? tooShort}
            onChange={setPassword}
          />
          <Button type="submit" fullWidth loading={join.isPending}>
            {offer.first_admin ? "Create the admin" : "Join"}
          </Button>
        </form>
      )}
      <p className={classes.until}>
        The link works once, and expires <span title={exactText(offer.expires_at)}>{sinceText(offer.expires_at)}</span>.
      </p>
    </SignedOutFrame>
  );
}

function OfferText({ offer }: { offer: Offer }) {
  const { role, apps, invited_by: inviter, first_admin: isFirst } = offer;
  if (isFirst) {
    return (
      <p className={classes.offer}>
        Nobody has joined this workspace yet. The first admin has access to every app, and invites everybody else.
      </p>
    );
  }
  return (
    <div className={classes.offer}>
      <p>
        {inviter === null ? (
          "You are invited"
        ) : (
          <>
            <strong>
              <bdi>{inviter}</bdi>
            </strong>{" "}
            invites you
          </>
        )}{" "}
        as {role === "admin" ? "an" : "a"} <strong>{role}</strong>: you may {MAY[role]}.
      </p>
      {apps === null ? (
        <p>You will have access to every app.</p>
      ) : (
        <p>
          You will have access to{" "}
          {apps.length === 0
            ? "no app, because the apps of this invitation no longer exist."
            : apps.map((app, i) => (
                <span key={app}>
                  {i > 0 && (i === apps.length - 1 ? " and " : ", ")}
                  <strong>
                    <bdi>{app}</bdi>
                  </strong>
                </span>
              ))}
          {apps.length > 0 && "."}
        </p>
      )}
    </div>
  );
}
