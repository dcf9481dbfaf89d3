// `retest erase person|reporter|app`: forgets somebody, or an app, to the end. It can be interrupted and run again.
import type { ErasureNews } from "../../actions/privacy/erase-step.ts";
import { type StartErasure, startErasure } from "../../actions/privacy/start-erasure.ts";
import { Fault } from "../../domain/fault.ts";
import type { Erasure, ErasureKind, ErasureSubject } from "../../domain/privacy/erasure.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { runErasure } from "../../engine/erasing.ts";
import { counted } from "../../lib/text/counted.ts";
import type { Store } from "../../startup/open-store.ts";
import { listUnfinishedErasures } from "../../storage/privacy/erasures.ts";
import { ERASURE_SUBJECTS } from "../../wire/privacy/erasure.ts";
import { type CliCommand, type Flags, ON_WORKSPACE, requireNoMore, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { withWorkspace } from "../with-store.ts";

const STAYS =
  "Backups made before still hold it: delete them when their time has come, and erase again after restoring one.";

const REMAINS =
  "PostgreSQL's own files hold it until their room is used again: retest erase remains takes it out of them now.";

export const erasePerson = eraseCommand("person", {
  what: "EMAIL",
  summary:
    "Erases a person: signs them out everywhere, and takes their e-mail address and name out of everything that is kept.",
  details:
    "What they did stays, as done by a deleted person: results, issues, comments. The keys that they made still work:\nretest key list shows them. This can't be undone.",
});

export const eraseReporter = eraseCommand("reporter", {
  what: "EMAIL",
  summary:
    "Erases somebody who reported issues from outside: takes their e-mail address and name out of everything that is kept.",
  details: "The issues stay, as reported by a deleted reporter. This can't be undone.",
});

export const eraseApp = eraseCommand("app", {
  what: "APP",
  summary: "Erases an archived app (id or name): its runbook, results, issues, cycles, files, webhook and connections.",
  details: "Archive it first: retest app archive. An archived app can be restored, an erased one can't.",
});

function eraseCommand(
  kind: ErasureKind,
  { what, summary, details }: { what: string; summary: string; details: string },
): CliCommand {
  const name = `erase ${kind}`;
  return {
    name,
    usage: `${name} ${what} --confirm ${what}`,
    summary,
    details: `${details}\n\n--confirm  the same once more; of an app, its name\n\n${STAYS}`,
    flags: { ...ON_WORKSPACE, confirm: { type: "string" } },
    async run(flags, terminal) {
      requireNoMore(flags, 1, name);
      const subject = requireSubject(flags, kind, what);
      const confirm = requireConfirm(flags, subject);
      return withWorkspace(terminal, flags, async (store) => {
        const input = { workspaceId: store.workspace.id, kind, subject, confirm, removesFirst: true };
        const interrupted = await listUnfinishedErasures(store.reader);
        const finished: { erasure: Erasure; changed: number }[] = [];
        for (const erasure of interrupted) {
          await run(store, erasure, terminal).then(
            (rows) => finished.push({ erasure, changed: rows }),
            (error: Error) => terminal.say(`The erasure ${erasure.id} failed: ${error.message}`),
          );
        }
        // The same erasure may have been interrupted: then it is done by now.
        let done = finished.find(({ erasure }) => isOfAddress(erasure, subject));
        const areAllFinished = interrupted.length > 0 && finished.length === interrupted.length;
        const started = done === undefined ? await start(store, input, areAllFinished) : null;
        if (started !== null) done = { erasure: started, changed: await run(store, started, terminal) };
        const changed = (done ?? finished.at(-1))?.changed ?? 0;
        if (changed === 0 && kind === "reporter") {
          terminal.say(`Nothing was found of ${subject}. Is it written as it was given?`);
          return 1;
        }
        const remains = store.reader.dialect === "postgres" ? `${REMAINS} ` : "";
        terminal.print(
          `Erased the ${kind} ${subject}: ${counted(changed, "row")} changed or deleted. ${remains}${STAYS}`,
        );
        return 0;
      });
    },
  };
}

/** Null if nobody is left to be erased because an erasure that was interrupted has just been finished. */
async function start(store: Store, input: StartErasure, isAnyFinished: boolean): Promise<Erasure | null> {
  return store.performer.perform(startErasure, input, COMMAND_LINE).catch((error: unknown) => {
    if (isAnyFinished && error instanceof Fault && error.code === "not_found") return null;
    throw error;
  });
}

function isOfAddress({ subject }: Erasure, address: string): boolean {
  return subject !== null && (JSON.parse(subject) as ErasureSubject).email === address.toLowerCase();
}

/** Runs an erasure. Gives how many rows it changed. */
async function run(store: Store, { id }: Pick<Erasure, "id">, terminal: Terminal): Promise<number> {
  let changed = 0;
  const news = progressSayer(terminal);
  await runErasure(store, id, (one) => {
    changed = one.changed;
    news(one);
  });
  return changed;
}

function requireSubject({ positionals: [given] }: Flags, kind: ErasureKind, what: string): string {
  if (given === undefined) throw new UsageError(`Name ${what}. See: retest erase ${kind} --help`);
  const read = ERASURE_SUBJECTS[kind].safeParse(given);
  if (read.success) return read.data;
  const expected = kind === "app" ? "the id or name of an app" : "an e-mail address";
  throw new UsageError(`${JSON.stringify(given)} is not ${expected}.`);
}

/** Requires `--confirm`; whether it is right is for the action to say. */
function requireConfirm({ values: { confirm } }: Flags, subject: string): string {
  if (typeof confirm === "string") return confirm;
  const again = `--confirm ${JSON.stringify(subject)}`;
  throw new UsageError(`Nothing was erased: it can't be undone. To confirm, name it once more: ${again}`);
}

/** Reports progress, each state once. */
function progressSayer({ say }: Terminal): (news: ErasureNews) => void {
  let last = "";
  return ({ state, done, steps, changed, files }) => {
    const text = {
      running: `${done} of ${steps} tables gone through, ${counted(changed, "row")} changed …`,
      settling: "Waiting for what was being written when they were signed out, then once more …",
      cleaning:
        files === null
          ? "Cleaning the database's files …"
          : `Looking through attached files, ${counted(files, "file")} so far …`,
      done: "Done.",
    }[state];
    if (text !== last) say(text);
    last = text;
  };
}
