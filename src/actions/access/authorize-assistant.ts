// Lets an assistant in: its program registers, a person gives it a code, and it exchanges that for a key of its own.

import type { Role } from "../../domain/access/grant.ts";
import { clientName, covers, isRegistered, provesChallenge } from "../../domain/access/oauth.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import {
  ASSISTANTS_A_PERSON,
  AUTHORIZATION_CODE_MS,
  LONGEST_ASSISTANT_MS,
  MAX_UNUSED_CLIENTS,
  REFRESH_TOKEN_MS,
} from "../../domain/limits/oauth-limits.ts";
import { newLongToken, tokenHash } from "../../lib/crypto/token.ts";
import { newId } from "../../lib/ids.ts";
import { lacksFactor, listAssistantsOf } from "../../storage/access/assistants.ts";
import { insertKey, type Key, reachOf } from "../../storage/access/keys.ts";
import {
  type Client,
  countUnusedClients,
  deleteCode,
  dropOldestUnusedClients,
  findClient,
  findCodeOwner,
  insertClient,
  insertCode,
  lockCode,
  markClientUsed,
  markCodeUsed,
  type SignInCode,
} from "../../storage/access/oauth.ts";
import { findPersonLocked, lockPerson, type Person } from "../../storage/access/people.ts";
import { reachDetail, record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { endAssistantKey, giveTokens, type Tokens } from "./assistant-tokens.ts";
import { findApps } from "./find-scoped-apps.ts";

export interface RegisterClient {
  name: string | undefined;
  redirects: string[];
}

/** Registers a client. Anybody may: clients that nobody let in make room for others. */
export const registerClient = defineAction({
  name: "registerClient",
  async run({ tx, now }: UnitOfWork, { name, redirects }: RegisterClient): Promise<Client> {
    const tooMany = (await countUnusedClients(tx)) - MAX_UNUSED_CLIENTS + 1;
    if (tooMany > 0) dropOldestUnusedClients(tx, tooMany);
    const client = {
      id: newId("cli", now),
      name: clientName(name, redirects[0]!),
      redirects: JSON.stringify(redirects),
      createdAt: now,
      usedAt: null,
    };
    insertClient(tx, client);
    return client;
  },
});

export interface AllowAssistant {
  workspaceId: string;
  personId: string;
  clientId: string;
  redirect: string;
  challenge: string;
  role: Role;
  /** Ids or names of apps; null reaches every app. */
  apps: string[] | null;
  isVouched: boolean;
}

/** Gives the code. Throws `not_found` for a client that is not there or an app that the person does not reach, `invalid_request`, `forbidden` for more than the person may give. */
export const allowAssistant = defineAction({
  name: "allowAssistant",
  async run(unit: UnitOfWork, input: AllowAssistant): Promise<string> {
    const { tx, now } = unit;
    const { workspaceId, personId, clientId, redirect, challenge, role } = input;
    const person = await lockPerson(tx, workspaceId, personId);
    const client = await findClient(tx, clientId);
    if (client === undefined) throw notFound("assistant");
    if (!isRegistered(JSON.parse(client.redirects) as string[], redirect)) {
      throw new Fault("invalid_request", "redirect_uri: the assistant has not registered this address.");
    }
    const apps = await findApps(unit, reachOf(person), input.apps, person.apps);
    if (!covers(grantOf(person), grantOf({ workspaceId, role, apps }))) {
      throw new Fault(
        "forbidden",
        "You can't give an assistant a higher role than yours, or every app while you reach only some.",
      );
    }
    if ((await listAssistantsOf(tx, personId, now)).length >= ASSISTANTS_A_PERSON) {
      throw new Fault("invalid_request", `You have let ${ASSISTANTS_A_PERSON} assistants in: end one of them first.`);
    }
    markClientUsed(tx, clientId, now);
    const code = newLongToken();
    insertCode(tx, {
      hash: tokenHash(code),
      clientId,
      personId,
      redirect,
      challenge,
      role,
      apps,
      vouched: input.isVouched ? 1 : 0,
      expiresAt: now + AUTHORIZATION_CODE_MS,
      keyId: null,
    });
    return code;
  },
});

export interface ExchangeCode {
  code: string;
  clientId: string;
  /** The verifier proves more: a client need not say it again. */
  redirect: string | undefined;
  verifier: string;
}

/**
 * Null if the code is not good, which is all that a client learns. One that comes with anything wrong is void, and one that comes twice
 * ends what was made of it: somebody else has it.
 */
export const exchangeCode = defineAction({
  name: "exchangeCode",
  async run(unit: UnitOfWork, input: ExchangeCode): Promise<Tokens | null> {
    const { tx, now } = unit;
    const hash = tokenHash(input.code);
    // Whoever removes a person takes the person first, and then their codes.
    const person = await findPersonLocked(tx, (await findCodeOwner(tx, hash)) ?? "");
    const code = await lockCode(tx, hash);
    if (code === undefined || person === undefined) return null;
    if (code.keyId !== null) {
      await endAssistantKey(unit, person.workspaceId, code.keyId, "code_used_twice");
      return null;
    }
    const client = await findClient(tx, code.clientId);
    if (client === undefined || !isGood(code, input, now) || !(await mayStillGive(unit, person, code))) {
      deleteCode(tx, hash);
      return null;
    }
    const key = keyOf(unit, client, person, code);
    insertKey(tx, key);
    markCodeUsed(tx, hash, key.id);
    const details = { role: key.role, apps: reachDetail(key.apps), assistant: client.id };
    const target = { kind: "key", id: key.id, name: key.name } as const;
    // The program comes for it, but it is its person who has let it in.
    const by = { ...unit.by, id: person.id, name: person.name };
    record(unit, person.workspaceId, "key.created", { target, details, by });
    return giveTokens(unit, key);
  },
});

function isGood(code: SignInCode, given: ExchangeCode, now: number): boolean {
  return (
    code.expiresAt > now &&
    code.clientId === given.clientId &&
    (given.redirect === undefined || code.redirect === given.redirect) &&
    provesChallenge(given.verifier, code.challenge)
  );
}

async function mayStillGive({ tx }: UnitOfWork, person: Person, code: SignInCode): Promise<boolean> {
  if (code.vouched === 0 && (await lacksFactor(tx, person.id))) return false;
  const { workspaceId } = person;
  return covers(grantOf(person), grantOf({ workspaceId, role: code.role, apps: code.apps }));
}

export function grantOf(grant: Pick<Key, "workspaceId" | "role" | "apps">) {
  return { role: grant.role, reach: reachOf(grant) };
}

function keyOf({ now }: UnitOfWork, client: Client, person: Person, { role, apps, vouched }: SignInCode): Key {
  return {
    id: newId("key", now),
    workspaceId: person.workspaceId,
    name: client.name,
    role,
    apps,
    createdAt: now,
    lastUsedAt: null,
    revokedAt: null,
    createdBy: person.id,
    expiresAt: now + Math.min(REFRESH_TOKEN_MS, LONGEST_ASSISTANT_MS),
    clientId: client.id,
    vouched,
  };
}
