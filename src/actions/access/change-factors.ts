// Second factors that people add, rename and remove, their recovery codes, and an admin who takes all of them away.
import { newRecoveryCodes, recoveryHash } from "../../domain/access/second-factor.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import { MAX_FACTORS } from "../../domain/limits.ts";
import { lockPerson, type Person } from "../../storage/access/people.ts";
import {
  deleteFactor,
  deleteFactorsOf,
  insertFactor,
  isCredentialKnown,
  listFactors,
  putRecoveryCodes,
  renameFactor,
  type SecondFactor,
} from "../../storage/access/second-factors.ts";
import { getWorkspace } from "../../storage/workspace/workspaces.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { personTarget } from "./change-person.ts";
import { requireFullAdmin } from "./require-full-admin.ts";
import { requireNotOperator } from "./require-operator.ts";
import { signOutElsewhere } from "./sign-out-elsewhere.ts";

interface OwnFactors {
  workspaceId: string;
  personId: string;
}

export interface AddFactor extends OwnFactors {
  factor: Omit<SecondFactor, "createdAt" | "lastUsedAt" | "personId">;
}

export interface AddedFactor {
  factor: SecondFactor;
  /** Recovery codes, which come only with the first factor. */
  recoveryCodes: string[] | null;
}

/** The first one comes with recovery codes. Throws `not_found`, `invalid_request` for one too many, `name_taken` for one that is there already. */
export const addFactor = defineAction({
  name: "addFactor",
  async run(unit: UnitOfWork, { workspaceId, personId, factor }: AddFactor): Promise<AddedFactor> {
    const { tx, now } = unit;
    const person = await lockPerson(tx, workspaceId, personId);
    const before = await listFactors(tx, personId);
    if (before.length >= MAX_FACTORS) {
      throw new Fault("invalid_request", `You have ${MAX_FACTORS} second factors already: remove one first.`);
    }
    // Each of two with one secret would take the same code, which signs in only once.
    if (before.some(({ id }) => id === factor.id)) {
      throw new Fault("name_taken", "This authenticator app was added already.");
    }
    if (factor.credentialId !== null && (await isCredentialKnown(tx, factor.credentialId))) {
      throw new Fault("name_taken", "This passkey was added already.");
    }
    // What a factor showed when it was added counts as used.
    const added: SecondFactor = { ...factor, personId, createdAt: now, lastUsedAt: null };
    insertFactor(tx, added);
    const recoveryCodes = before.length === 0 ? makeCodes(unit, personId) : null;
    const details = { kind: factor.kind };
    record(unit, workspaceId, "person.factor_added", { target: personTarget(person), details });
    return { factor: added, recoveryCodes };
  },
});

export interface RenameFactor extends OwnFactors {
  id: string;
  name: string;
}

/** Throws `not_found`. */
export const renameOwnFactor = defineAction({
  name: "renameOwnFactor",
  async run(unit: UnitOfWork, { id, name, ...owner }: RenameFactor): Promise<SecondFactor> {
    const { person, factor } = await takeFactor(unit, owner, id);
    if (name === factor.name) return factor;
    renameFactor(unit.tx, id, name);
    const details = { kind: factor.kind };
    record(unit, owner.workspaceId, "person.factor_renamed", { target: personTarget(person), details });
    return { ...factor, name };
  },
});

export interface RemoveFactor extends OwnFactors {
  id: string;
  /** The hash of the session that stays; every other one ends, and every assistant. */
  session: string;
}

/** Removes a factor; with the last one the recovery codes go, too. Throws `not_found`, `last_factor` where the workspace requires one. */
export const removeFactor = defineAction({
  name: "removeFactor",
  async run(unit: UnitOfWork, { id, session, ...owner }: RemoveFactor): Promise<void> {
    const { person, factor, isLast } = await takeFactor(unit, owner, id);
    const { secondFactor } = await getWorkspace(unit.tx, owner);
    if (isLast && secondFactor === "required") {
      throw new Fault("last_factor", "This workspace demands a second factor: add another one before you remove this.");
    }
    if (isLast) deleteFactorsOf(unit.tx, person.id);
    else deleteFactor(unit.tx, id);
    // Whoever has it may have signed in with it elsewhere.
    await signOutElsewhere(unit, person, session);
    const details = { kind: factor.kind };
    record(unit, owner.workspaceId, "person.factor_removed", { target: personTarget(person), details });
  },
});

/** Replaces a person's recovery codes. Throws `not_found`. */
export const makeRecoveryCodes = defineAction({
  name: "makeRecoveryCodes",
  async run(unit: UnitOfWork, { workspaceId, personId }: OwnFactors): Promise<string[]> {
    const person = await lockPerson(unit.tx, workspaceId, personId);
    if ((await listFactors(unit.tx, personId)).length === 0) throw notFound("second factor");
    const codes = makeCodes(unit, personId);
    record(unit, workspaceId, "person.recovery_codes_made", { target: personTarget(person) });
    return codes;
  },
});

export interface TakeFactors {
  workspaceId: string;
  id: string;
  /** The admin who asks; null for the command line. */
  takenBy: string | null;
}

/**
 * Removes all factors of somebody who lost theirs: they are signed out and need only their password. Throws
 * `not_found`, `forbidden` for one's own.
 */
export const takeFactors = defineAction({
  name: "takeFactors",
  async run(unit: UnitOfWork, { workspaceId, id, takenBy }: TakeFactors): Promise<void> {
    await requireFullAdmin(unit, workspaceId);
    // Whoever finds a browser signed in could otherwise remove them without the password.
    if (takenBy === id)
      throw new Fault("forbidden", "Your own second factors are removed on the page of your account.");
    const person = await lockPerson(unit.tx, workspaceId, id);
    requireNotOperator(unit, person);
    if ((await listFactors(unit.tx, id)).length === 0) return;
    deleteFactorsOf(unit.tx, id);
    await signOutElsewhere(unit, person, null);
    record(unit, workspaceId, "person.factors_taken", { target: personTarget(person) });
  },
});

function makeCodes({ tx }: UnitOfWork, personId: string): string[] {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => recoveryHash(personId, code));
  putRecoveryCodes(tx, personId, hashes);
  return codes;
}

async function takeFactor(
  unit: UnitOfWork,
  { workspaceId, personId }: OwnFactors,
  id: string,
): Promise<{ person: Person; factor: SecondFactor; isLast: boolean }> {
  const person = await lockPerson(unit.tx, workspaceId, personId);
  const factors = await listFactors(unit.tx, personId);
  const factor = factors.find((one) => one.id === id);
  if (factor === undefined) throw notFound("second factor");
  return { person, factor, isLast: factors.length === 1 };
}
