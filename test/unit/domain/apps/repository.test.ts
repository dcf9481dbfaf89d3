// Repositories as people write them down.
import { expect, test } from "vitest";
import { isRepository } from "../../../../src/domain/apps/repository.ts";

test.each([
  "acme/ios",
  "Acme/iOS.git",
  "https://github.com/acme/ios",
  "https://github.com/acme/ios/",
  "https://github.com/acme/ios.git/",
  "https://code.example.com:8443/acme/ios.git",
  "ssh://git@github.com/acme/ios.git",
  "git@github.com:acme/ios.git",
  "github.com/acme/ios",
  " github.com/acme/ios/ ",
])("%j is acme/ios", (written) => {
  expect(isRepository(written, "acme/ios")).toBe(true);
  expect(isRepository(written, "Acme/iOS")).toBe(true);
  expect(isRepository(written, "acme/ios-old")).toBe(false);
  expect(isRepository(written, "evil/acme/ios")).toBe(false);
});

test.each(["grp.one/sub/app", "https://gitlab.com/grp.one/sub/app", "git@gitlab.com:grp.one/sub/app.git"])(
  "%j is below a group with a dot in its name",
  (written) => expect(isRepository(written, "grp.one/sub/app")).toBe(true),
);

test.each([
  "",
  "/",
  "acme",
  "ios",
  "https://",
  "https://github.com",
  "git@github.com:",
  "acme/ios/tree/main",
  ":",
  ".git",
])("%j is no repository of any name", (written) => {
  for (const name of ["acme/ios", "tree/main", "github.com"]) expect(isRepository(written, name)).toBe(false);
});
