// An assistant asks to be let in: who asks, and what it gets. Nothing is given before its person says so.
import { Alert, Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { LONGEST_ASSISTANT_DAYS, REFRESH_TOKEN_DAYS } from "../../../../src/wire/limits.ts";
import { get, post } from "../../api/client.ts";
import { useOwnWorkspaces } from "../../api/own-workspaces.ts";
import { rolesUpTo, useMe } from "../../api/session.tsx";
import type { AssistantRequest, Role } from "../../api/types.ts";
import { Failure, Missing, Waiting } from "../../components/display/loading-and-failure.tsx";
import { type Grant, GrantFields, grantBody, isWhole } from "../../components/grants/grant-fields.tsx";
import classes from "./authorize-page.module.css";

/** Parameters that the assistant's program puts into the address; others are ignored. */
const ASKED = [
  "client_id",
  "redirect_uri",
  "response_type",
  "code_challenge",
  "code_challenge_method",
  "resource",
  "scope",
  "state",
];

export function AuthorizePage() {
  const [asked] = useState(() => requestIn(location.search));
  const path = `/assistant-request?${new URLSearchParams(asked)}`;
  const { data, error, refetch } = useQuery({ queryKey: [path], queryFn: () => get<AssistantRequest>(path) });
  useEffect(() => {
    document.title = "Let an assistant in · Retest";
  }, []);
  if (error !== null) return <Failure level={1} error={error} retry={() => void refetch()} missing={<Unknown />} />;
  if (data === undefined) return <Waiting />;
  return data.refused === null ? <Consent asked={asked} request={data} /> : <AskedWrongly {...data} />;
}

/** Anybody can register an address: nobody is sent there without having seen where it leads. */
function AskedWrongly({ name, place, refused }: AssistantRequest) {
  return (
    <div className={classes.page}>
      <h1>This assistant asked in a wrong way</h1>
      <p>
        An assistant that calls itself <bdi className={classes.name}>{name}</bdi> wants to be let in, but in a way that
        is not possible here. It can be told so at <bdi className={classes.name}>{place}</bdi>. If you have not just
        connected it yourself, close this page.
      </p>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => location.replace(refused!)}>
          Go back to it
        </Button>
      </div>
    </div>
  );
}

function Unknown() {
  return (
    <Missing level={1} title="This assistant is not known here">
      Have it connect to Retest again. It may have waited too long for somebody to let it in.
    </Missing>
  );
}

function requestIn(search: string): Record<string, string> {
  const given = new URLSearchParams(search);
  return Object.fromEntries(ASKED.flatMap((name) => (given.has(name) ? [[name, given.get(name)!]] : [])));
}

function Consent({ asked, request }: { asked: Record<string, string>; request: AssistantRequest }) {
  const me = useMe();
  const roles = rolesUpTo(me.role);
  const [grant, setGrant] = useState<Grant>({ role: firstRole(roles, request.role), apps: me.apps });
  const { client_id, redirect_uri, code_challenge, state } = asked;
  const allow = useMutation({
    mutationFn: () =>
      post<{ location: string }>("/assistants", {
        client_id,
        redirect_uri,
        code_challenge,
        ...(state === undefined ? {} : { state }),
        ...grantBody(grant),
      }),
    onSuccess: ({ location: back }) => location.replace(back),
  });
  return (
    <div className={classes.page}>
      <h1>
        Let <bdi>{request.name}</bdi> in?
      </h1>
      <p>
        An assistant that calls itself <bdi className={classes.name}>{request.name}</bdi> asks to use Retest for you,
        under its own name. Afterwards you are sent back to <bdi className={classes.name}>{request.place}</bdi>. Anybody
        can take any name: go on only if you have just connected it yourself.
      </p>
      <p>
        You are signed in as <bdi>{me.name}</bdi> (<bdi>{me.email}</bdi>). <IntoWhich person={me.id} />
      </p>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          allow.mutate();
        }}
      >
        <GrantFields value={grant} onChange={setGrant} roles={roles} isScoped={me.apps !== null} />
        <p className={classes.note}>
          You see it on the page of your account, and can end it there. It ends by itself {REFRESH_TOKEN_DAYS} days
          after it was last used, after {LONGEST_ASSISTANT_DAYS} days at the latest, and when you get a lower role or
          fewer apps than it has.
        </p>
        {allow.error !== null && (
          <Alert color="red" role="alert">
            {allow.error.message}
          </Alert>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={() => location.replace(request.denied)}>
            Don't let it in
          </Button>
          <Button type="submit" disabled={!isWhole(grant)} loading={allow.isPending || allow.isSuccess}>
            Let it in
          </Button>
        </div>
      </form>
    </div>
  );
}

/** Names the workspace for people who are in several. */
function IntoWhich({ person }: { person: string }) {
  const workspaces = useOwnWorkspaces() ?? [];
  const into = workspaces.find((one) => one.person === person);
  if (into === undefined || workspaces.length < 2) return null;
  return (
    <>
      It is let into the workspace <bdi className={classes.name}>{into.name}</bdi>, and into no other. For another one,
      go there first, by the menu of your name, and have it ask again.
    </>
  );
}

/** The role that the assistant asks for, if it can be given; else the one that most assistants need. */
function firstRole(roles: readonly Role[], asked: Role | null): Role {
  const wanted = asked ?? "tester";
  return roles.includes(wanted) ? wanted : roles.at(-1)!;
}
