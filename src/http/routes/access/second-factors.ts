// /me/second-factors and /me/recovery-codes: what people sign in with beside their password; /people/:id/second-factors for who lost it.
import {
  addFactor,
  makeRecoveryCodes,
  removeFactor,
  renameOwnFactor,
  takeFactors,
} from "../../../actions/access/change-factors.ts";
import { makeChallenge, takeChallenge } from "../../../actions/access/passkey-challenge.ts";
import { isConfirmed, requireConfirmed } from "../../../domain/access/second-factor.ts";
import { packTotpSetup, sealTotpSecret, unpackTotpSetup } from "../../../domain/access/totp-secret.ts";
import { Fault } from "../../../domain/fault.ts";
import { type MadePasskey, passkeySite, readNewPasskey } from "../../../lib/crypto/passkeys.ts";
import { findTotpStep, newTotpSecret, totpUri } from "../../../lib/crypto/totp.ts";
import { newId } from "../../../lib/ids.ts";
import { countCodesLeft, listFactors } from "../../../storage/access/second-factors.ts";
import { NewPasskeySchema, presentNewPasskey } from "../../../wire/access/passkey.ts";
import {
  AddedFactorSchema,
  AddFactorBody,
  FactorSchema,
  FactorsSchema,
  presentAddedFactor,
  presentFactor,
  presentFactors,
  RecoveryCodesSchema,
  RenameFactorBody,
  TotpSetupSchema,
} from "../../../wire/access/second-factor.ts";
import { dataOf, presentData } from "../../../wire/envelope.ts";
import { authorOf } from "../../pipeline/audit-author.ts";
import type { PersonActor } from "../../pipeline/request-actor.ts";
import { personRoute, type Route } from "../../pipeline/route.ts";
import type { Services } from "../../pipeline/services.ts";

export const secondFactorRoutes: Route[] = [
  personRoute({
    method: "GET",
    path: "/me/second-factors",
    summary: "List your second factors, and how many recovery codes are left",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(FactorsSchema),
    async handle({ services: { reader, clock }, actor: { personId, confirmedAt } }) {
      const factors = await listFactors(reader, personId);
      const left = await countCodesLeft(reader, personId);
      return { body: presentData(presentFactors(factors, left, isConfirmed(confirmedAt, clock()))) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/second-factors/totp",
    summary: "Begin to set up an authenticator app: a new secret, which counts once a code of it was given",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(TotpSetupSchema),
    async handle({ services, actor }) {
      requireNow(services, actor);
      const { cipher, clock, baseUrl } = services;
      const secret = newTotpSecret();
      const uri = totpUri(secret, `Retest (${new URL(baseUrl).host})`, actor.email);
      const id = newId("fac", clock());
      const setup = packTotpSetup(cipher, actor.personId, { id, secret }, clock());
      return { body: presentData(JSON.stringify({ secret, uri, setup })) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/second-factors/passkey",
    summary: "Begin to add a passkey: what the browser is to ask for",
    role: "viewer",
    beforeFactor: true,
    response: dataOf(NewPasskeySchema),
    async handle({ services, actor }) {
      requireNow(services, actor);
      const { performer, reader, baseUrl } = services;
      const challenge = await performer.perform(makeChallenge, { hash: actor.sessionHash });
      const factors = await listFactors(reader, actor.personId);
      return { body: presentData(presentNewPasskey(passkeySite(baseUrl), challenge, actor, factors)) };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/second-factors",
    summary: "Add a second factor; the recovery codes that come with the first are shown only once",
    role: "viewer",
    beforeFactor: true,
    body: AddFactorBody,
    response: dataOf(AddedFactorSchema),
    async handle(call) {
      const { services, actor, body } = call;
      requireNow(services, actor);
      const { kind, name } = body;
      const found =
        body.kind === "totp"
          ? totpOf(services, actor, body.setup, body.code)
          : await passkeyOf(services, actor, body.passkey);
      const input = { ...ownFactors(actor), factor: { kind, name, ...found } };
      const { factor, recoveryCodes } = await services.performer.perform(addFactor, input, authorOf(call));
      return { status: 201, body: presentData(presentAddedFactor(factor, recoveryCodes)) };
    },
  }),
  personRoute({
    method: "PATCH",
    path: "/me/second-factors/:id",
    summary: "Rename one of your second factors",
    role: "viewer",
    body: RenameFactorBody,
    response: dataOf(FactorSchema),
    async handle(call) {
      const { services, actor, id, body } = call;
      requireNow(services, actor);
      const input = { ...ownFactors(actor), id, name: body.name };
      const factor = await services.performer.perform(renameOwnFactor, input, authorOf(call));
      return { body: presentData(JSON.stringify(presentFactor(factor))) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/me/second-factors/:id",
    summary:
      "Remove one of your second factors; every other session ends, and with the last one the recovery codes go, too",
    role: "viewer",
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      requireNow(services, actor);
      const input = { ...ownFactors(actor), id, session: actor.sessionHash };
      await services.performer.perform(removeFactor, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
  personRoute({
    method: "POST",
    path: "/me/recovery-codes",
    summary: "Make new recovery codes in place of the old ones; they are shown only once",
    role: "viewer",
    response: dataOf(RecoveryCodesSchema),
    async handle(call) {
      const { services, actor } = call;
      requireNow(services, actor);
      const codes = await services.performer.perform(makeRecoveryCodes, ownFactors(actor), authorOf(call));
      return { status: 201, body: presentData(JSON.stringify({ recovery_codes: codes })) };
    },
  }),
  personRoute({
    method: "DELETE",
    path: "/people/:id/second-factors",
    summary:
      "Take the second factors and recovery codes of a person who has lost them away, and sign them out everywhere",
    role: "admin",
    unscoped: true,
    response: null,
    async handle(call) {
      const { services, actor, id } = call;
      const input = { workspaceId: actor.reach.workspaceId, id, takenBy: actor.personId };
      await services.performer.perform(takeFactors, input, authorOf(call));
      return { status: 204, body: null };
    },
  }),
];

/** Throws `confirmation_needed`. */
function requireNow({ clock }: Services, { confirmedAt }: PersonActor): void {
  requireConfirmed(confirmedAt, clock());
}

/** Throws `invalid_request`. */
function totpOf({ cipher, clock }: Services, { personId }: PersonActor, setup: string, code: string) {
  const begun = unpackTotpSetup(cipher, personId, setup, clock());
  if (begun === undefined)
    throw new Fault("invalid_request", "setup: this has expired: begin again with a new secret.");
  const { id, secret } = begun;
  const step = findTotpStep(secret, code, clock());
  if (step === undefined) {
    throw new Fault(
      "invalid_request",
      "code: this is not the code that the app shows now. Is the clock of the phone right?",
    );
  }
  return { id, secret: sealTotpSecret(cipher, id, secret), credentialId: null, credential: null, counter: step };
}

/** Throws `invalid_request`. */
async function passkeyOf({ performer, baseUrl, clock }: Services, { sessionHash }: PersonActor, made: MadePasskey) {
  const challenge = await performer.perform(takeChallenge, { hash: sessionHash });
  const read = challenge === null ? undefined : await readNewPasskey(passkeySite(baseUrl), challenge, made);
  if (read === undefined) {
    const { origin } = passkeySite(baseUrl);
    throw new Fault("invalid_request", `passkey: this was not made for ${origin} a moment ago: try again from there.`);
  }
  const { passkey, counter } = read;
  const id = newId("fac", clock());
  return { id, secret: null, credentialId: passkey.id, credential: JSON.stringify(passkey), counter };
}

function ownFactors({ personId, reach: { workspaceId } }: PersonActor): { workspaceId: string; personId: string } {
  return { workspaceId, personId };
}
