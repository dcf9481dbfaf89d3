// The address of PostgreSQL: several hosts, TLS and poolers, and sentences for what is wrong with it that show no password.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type PostgresAddress, readPostgresAddress } from "../../../src/storage/database/postgres-address.ts";

const read = (url: string) => readPostgresAddress(url) as PostgresAddress;

test("an address that says nothing more goes to the driver as it stands", () => {
  for (const url of ["postgres://u:p%40ss@host:5432/db", "postgresql://host/db?application_name=x&connect_timeout=3"]) {
    expect(read(url)).toEqual({ hosts: [{ connectionString: url }], isPooled: false });
  }
});

test("several hosts are dialled one by one, each with its port and the rest of the address", () => {
  expect(read("postgres://u:p@a:5433,b,[::1]:5434/db?target_session_attrs=read-write&x=1").hosts).toEqual([
    { connectionString: "postgres://u:p@a:5433/db?x=1" },
    { connectionString: "postgres://u:p@b/db?x=1" },
    { connectionString: "postgres://u:p@[::1]:5434/db?x=1" },
  ]);
});

test("a pooler in transaction mode is asked for by a parameter that the driver does not see", () => {
  expect(read("postgres://u@h/db?pooler=transaction")).toEqual({
    hosts: [{ connectionString: "postgres://u@h/db" }],
    isPooled: true,
  });
});

test("certificates are verified unless the address says not to", () => {
  const folder = mkdtempSync(join(tmpdir(), "retest-address-"));
  const ca = join(folder, "ca.pem");
  writeFileSync(ca, "the authority");
  try {
    const tls = (parameters: string) => read(`postgres://u@h/db?${parameters}`).hosts[0]!.ssl;
    for (const mode of ["prefer", "require", "verify-full"]) {
      expect(tls(`sslmode=${mode}&sslrootcert=${ca}`)).toEqual({ ca: "the authority" });
    }
    expect(tls("ssl=true")).toEqual({});
    expect(tls("sslmode=verify-ca")).toEqual({ checkServerIdentity: expect.any(Function) });
    expect(tls("sslmode=no-verify")).toEqual({ rejectUnauthorized: false });
    expect([tls("sslmode=disable"), tls("ssl=0"), tls("")]).toEqual([false, false, undefined]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test.each([
  ["mysql://u:hidden@h/db", /^must be of the form postgres:/],
  ["postgres://u:hidden@h:port/db", /^must be of the form postgres:/],
  ["postgres://u:hidden@a,,b/db", /^must be of the form postgres:/],
  ["postgres://u:hidden@h/db?pooler=session", /pooler must be transaction or be left out, not "session"/],
  ["postgres://u:hidden@h/db?sslmode=full", /sslmode must be one of disable, .*verify-full/],
  [
    "postgres://u:hidden@a,b/db?target_session_attrs=standby",
    /target_session_attrs must be one of any, read-write, primary/,
  ],
  [
    "postgres://u:hidden@h/db?sslrootcert=/no/such/file",
    /sslrootcert must be a file that can be read, not \/no\/such\/file \(ENOENT\)/,
  ],
])("%s is refused with a sentence without the password", (url, sentence) => {
  expect(readPostgresAddress(url)).toMatch(sentence);
  expect(readPostgresAddress(url)).not.toContain("hidden");
});
