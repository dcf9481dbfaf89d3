// `retest secret rotate`: everything that is encrypted under the old secret key is encrypted anew, while servers run.
import { setTimeout as wait } from "node:timers/promises";
import { beginRotation, endRotation, rekeyAudit, replaceSealed } from "../../actions/workspace/rotate-secret-key.ts";
import { COMMAND_LINE } from "../../domain/workspace/audit-log.ts";
import { reseal, type TwoCiphers } from "../../domain/workspace/sealed-values.ts";
import { cipherOf, readSecretCheck, sealSecretCheck } from "../../domain/workspace/secret-check.ts";
import { counted } from "../../lib/text/counted.ts";
import type { Config } from "../../startup/config.ts";
import type { Store } from "../../startup/open-store.ts";
import { claimDatabase, LOOK_EVERY_MS } from "../../startup/secret-key-in-use.ts";
import { listSealedValues } from "../../storage/workspace/read-sealed-values.ts";
import { findSecretCheck } from "../../storage/workspace/secret-check.ts";
import { listEveryWorkspace } from "../../storage/workspace/workspaces.ts";
import { type CliCommand, requireNoMore, UsageError } from "../command.ts";
import type { Terminal } from "../terminal.ts";
import { withStore } from "../with-store.ts";

/** Long enough for every server to have looked. */
const NOTICE_MS = 3 * LOOK_EVERY_MS;
/** What a server wrote with the old key while it was gone through is found the next time. */
const MAX_PASSES = 10;

export const secretRotate: CliCommand = {
  name: "secret rotate",
  usage: "secret rotate",
  summary: "Encrypts everything anew that is encrypted with the old secret key, while servers run.",
  details:
    "RETEST_SECRET_KEY is the new key, RETEST_SECRET_KEY_OLD the old one. Restart every server with both before. If it is\ninterrupted, run it again: it goes on where it stopped.",
  async run(flags, terminal) {
    requireNoMore(flags, 0, "secret rotate");
    return withStore(terminal, async (store, config) => {
      const { secretKey, oldSecretKey } = config;
      if (oldSecretKey === null) {
        throw new UsageError("Give the old key as RETEST_SECRET_KEY_OLD, and the new one as RETEST_SECRET_KEY.");
      }
      await begin(store, config, terminal);
      const ciphers = { next: cipherOf(secretKey), former: cipherOf(oldSecretKey) };
      const unreadable = await encryptAnew(store, ciphers, terminal);
      if (unreadable.length > 0) {
        for (const one of unreadable) terminal.say(`${one} can't be read with either key.`);
        terminal.print(
          "Everything else is encrypted with the new key. Set these anew in the interface, then run it again.",
        );
        return 1;
      }
      await end(store, config);
      terminal.print("Everything is encrypted with the new key. Restart every server without RETEST_SECRET_KEY_OLD.");
      terminal.print(
        "Keep the old key as long as you keep backups that were made before: they can be restored with it only.",
      );
      return 0;
    });
  },
};

/** Begins a rotation: the database now belongs to the new key, and servers write with it. */
async function begin(store: Store, config: Config, { say }: Terminal): Promise<void> {
  await claimDatabase(store, config);
  const kept = (await findSecretCheck(store.reader))!;
  const { isOld, isRotating } = readSecretCheck(config, kept)!;
  if (!isOld && !isRotating) return;
  if (isOld) {
    await store.performer.perform(beginRotation, { sealed: sealSecretCheck(config.secretKey, true), replaced: kept });
  }
  say("The new key is in use. Waiting until every server has noticed …");
  await wait(NOTICE_MS);
}

async function end({ reader, performer }: Store, config: Config): Promise<void> {
  const kept = (await findSecretCheck(reader))!;
  if (!readSecretCheck(config, kept)!.isRotating) return;
  await performer.perform(
    endRotation,
    { sealed: sealSecretCheck(config.secretKey, false), replaced: kept },
    COMMAND_LINE,
  );
}

/** Again and again until there is nothing left. Gives what can't be read. */
async function encryptAnew(store: Store, ciphers: TwoCiphers, { say }: Terminal): Promise<string[]> {
  const { reader, performer } = store;
  let logs = 0;
  for (const { id } of await listEveryWorkspace(reader)) {
    if (await performer.perform(rekeyAudit, { workspaceId: id })) logs++;
  }
  say(`${counted(logs, "audit log")} vouched for anew.`);
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const { changed, unreadable } = await passThrough(store, ciphers, say);
    if (changed === 0) return unreadable;
  }
  throw new UsageError(
    "Servers go on writing with the old key: restart those that were not given both keys, and run it again.",
  );
}

async function passThrough({ reader, performer }: Store, ciphers: TwoCiphers, say: Terminal["say"]) {
  const unreadable: string[] = [];
  let [changed, seen] = [0, 0];
  for await (const rows of listSealedValues(reader)) {
    for (const row of rows) {
      const { was, value } = reseal(ciphers, row);
      if (was === "neither") unreadable.push(`${row.table} ${row.id}: ${row.column}`);
      if (value === row.value) continue;
      await performer.perform(replaceSealed, { row, value });
      changed++;
    }
    seen += rows.length;
    say(`${counted(seen, "secret")} looked at, ${changed} encrypted anew.`);
  }
  return { changed, unreadable };
}
