// Begins to forget somebody, or an app. From then on nobody signs in as them, and nothing is done in their name; their traces are
// taken away step by step (erase-step.ts).
import { actorLabel } from "../../domain/access/actor.ts";
import { Fault, notFound } from "../../domain/fault.ts";
import {
  type Erasure,
  type ErasureKind,
  type ErasureSubject,
  isAddress,
  nameMarkOf,
  requireNamed,
  settledAt,
} from "../../domain/privacy/erasure.ts";
import type { Author } from "../../domain/workspace/audit-log.ts";
import { newId } from "../../lib/ids.ts";
import { deleteInvitationsFor, forgetAddressesOfUsed } from "../../storage/access/invitations.ts";
import { listPeopleWithEmail, markErased, type Person } from "../../storage/access/people.ts";
import { listSessionsOf } from "../../storage/access/sessions.ts";
import { lockAnyApp } from "../../storage/apps/apps.ts";
import { listDocumentsWith } from "../../storage/issues/issues.ts";
import { dropSignUpMailsTo } from "../../storage/mail/mails.ts";
import { insertErasure, listUnfinishedErasures } from "../../storage/privacy/erasures.ts";
import { findWhoComesBy, findWorkingAddress } from "../../storage/privacy/working-addresses.ts";
import { removePerson } from "../access/change-person.ts";
import { requireFullAdmin } from "../access/require-full-admin.ts";
import { record } from "../audit.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";
import { addNames } from "./add-names.ts";
import { reporterName } from "./gather-names.ts";

export interface StartErasure {
  workspaceId: string;
  kind: ErasureKind;
  /** The e-mail address of the person or reporter, or the id or name of the app. */
  subject: string;
  /** The address once more, or the name of the app. */
  confirm: string;
  /** Whether somebody who can still sign in is removed first; else they are refused. */
  removesFirst: boolean;
}

/**
 * Gives the one that is under way already, if there is one. Throws `not_found`; `invalid_request` for what was not confirmed; `forbidden` for
 * oneself; `last_admin`; `not_archived` for an app; `in_use` for somebody who was not removed, and for an address that something works with.
 */
export const startErasure = defineAction({
  name: "startErasure",
  wakes: ["erasures"],
  async run(unit: UnitOfWork, input: StartErasure): Promise<Erasure> {
    await requireFullAdmin(unit, input.workspaceId);
    return input.kind === "app" ? startWithApp(unit, input) : startWithAddress(unit, input);
  },
});

async function startWithAddress(unit: UnitOfWork, input: StartErasure): Promise<Erasure> {
  const { workspaceId, kind } = input;
  const email = input.subject.toLowerCase();
  requireNamed(kind, email, input.confirm);
  const known = await findUnderWay(unit, workspaceId, (other) => other.email === email);
  if (known !== undefined) return known;
  const people = await listPeopleWithEmail(unit.tx, workspaceId, email);
  if (kind === "person" && people.length === 0) throw notFound("person");
  const living = people.find(({ removedAt }) => removedAt === null);
  if (kind === "reporter" && living !== undefined) {
    throw new Fault("in_use", `${email} is the address of a person here: erase the person instead.`);
  }
  if (living !== undefined && !input.removesFirst) {
    throw new Fault("in_use", `${email} is the address of somebody who can still sign in: remove the person first.`);
  }
  if (!isAddress(email)) await requireReporter(unit, workspaceId, email);
  const personIds = people.map(({ id }) => id);
  if (isAddress(email)) await requireUnused(unit, workspaceId, email, personIds);
  const isSignedIn = living !== undefined && (await listSessionsOf(unit.tx, living.id)).length > 0;
  if (living !== undefined) await removeFirst(unit, living);
  for (const { id } of people) markErased(unit.tx, id, nameMarkOf("person"));
  const invited = await deleteInvitationsFor(unit.tx, workspaceId, email);
  forgetAddressesOfUsed(unit.tx, workspaceId);
  dropSignUpMailsTo(unit.tx, email);
  const subject: ErasureSubject = { email, names: [], personIds, appId: null };
  const names = people.map(({ name }) => name);
  await addNames(unit.tx, { workspaceId, kind }, subject, names);
  const settlesAt = settledAt(
    people.map(({ removedAt }) => ({ removedAt, isSignedIn })),
    unit.now,
  );
  return begin(unit, { workspaceId, kind, changed: people.length + invited, settlesAt }, subject);
}

/** Throws `in_use` if somebody or something still uses the address or could come in by it. */
async function requireUnused(
  { tx }: UnitOfWork,
  workspaceId: string,
  email: string,
  personIds: readonly string[],
): Promise<void> {
  const user = await findWorkingAddress(tx, workspaceId, email);
  if (user !== undefined) {
    const where = `${JSON.stringify(user.what)} of ${user.appName}`;
    throw new Fault("in_use", `${where} works with ${email}: change its settings first.`);
  }
  const other = await findWhoComesBy(tx, workspaceId, email, personIds);
  if (other === undefined) return;
  throw new Fault("in_use", `${other.name} signs in elsewhere as ${email}: disconnect them first.`);
}

/** Throws `not_found` if no issue has this reporter. What is no address may be a common word, so only that field is searched. */
async function requireReporter(unit: UnitOfWork, workspaceId: string, email: string): Promise<void> {
  const documents = await listDocumentsWith(unit.tx, workspaceId, email);
  if (!documents.some((document) => reporterName(document, email) !== null)) throw notFound("reporter");
}

/** Signed out everywhere, and out of the list of people. */
async function removeFirst(unit: UnitOfWork, person: Person): Promise<void> {
  if (unit.by.kind === "person" && unit.by.id === person.id) {
    throw new Fault("forbidden", "You can't erase yourself: another admin who reaches every app can.");
  }
  await removePerson.run(unit, { workspaceId: person.workspaceId, id: person.id });
}

async function startWithApp(unit: UnitOfWork, input: StartErasure): Promise<Erasure> {
  const { workspaceId, kind, subject, confirm } = input;
  const app = await lockAnyApp(unit.tx, { workspaceId, apps: null }, subject);
  requireNamed(kind, app.name, confirm);
  const known = await findUnderWay(unit, workspaceId, (other) => other.appId === app.id);
  if (known !== undefined) return known;
  if (app.archivedAt === null) {
    throw new Fault("not_archived", `${app.name} is in use: archive it first. What is archived can still be restored.`);
  }
  const whole = { workspaceId, kind, changed: 0, settlesAt: unit.now };
  return begin(unit, whole, { email: null, names: [], personIds: [], appId: app.id });
}

async function findUnderWay(
  unit: UnitOfWork,
  workspaceId: string,
  isSame: (subject: ErasureSubject) => boolean,
): Promise<Erasure | undefined> {
  const all = await listUnfinishedErasures(unit.tx);
  return all.find(
    (other) => other.workspaceId === workspaceId && other.subject !== null && isSame(JSON.parse(other.subject)),
  );
}

function begin(
  unit: UnitOfWork,
  { workspaceId, kind, changed, settlesAt }: Pick<Erasure, "workspaceId" | "kind" | "changed" | "settlesAt">,
  subject: ErasureSubject,
): Erasure {
  const erasure: Erasure = {
    id: newId("era", unit.now),
    workspaceId,
    kind,
    state: "running",
    subject: JSON.stringify(subject),
    progress: JSON.stringify({ pass: 1, step: 0, after: null }),
    changed,
    startedAt: unit.now,
    startedBy: labelOf(unit.by),
    startedById: unit.by.kind === "person" ? unit.by.id : null,
    settlesAt,
    finishedAt: null,
  };
  insertErasure(unit.tx, erasure);
  const target = { kind: "erasure" as const, id: erasure.id, name: null };
  record(unit, workspaceId, "erasure.started", { target, details: { kind } });
  return erasure;
}

function labelOf({ kind, name }: Author): string {
  return kind === "key" ? actorLabel({ name, channel: "api" }) : name;
}
