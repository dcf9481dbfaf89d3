// What GitHub sends: merged pull requests, issues that were closed or opened again, and comments. Everything else is let pass.

import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { fieldAt } from "../../lib/formats/untrusted-fields.ts";
import { readHubMessage } from "../toolkit/code-host/hub-message.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import type { ToolIntake } from "../toolkit/tool-intake.ts";

/** Roles that GitHub gives the author of a text who belongs to a public repository. */
const INSIDERS: ReadonlySet<unknown> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

export const githubIntake: ToolIntake = {
  maxBytes: MEGABYTE,
  hasComments: true,
  verify(request) {
    const { bytes, headers } = request;
    requireSignature(request, "X-Hub-Signature-256", (secret) =>
      isSignedWith(secret, bytes, headers["x-hub-signature-256"]),
    );
  },
  read: (request) =>
    readHubMessage(request, {
      event: "x-github-event",
      delivery: "x-github-delivery",
      isInsider: (payload, written) =>
        fieldAt(payload, "repository", "private") === true || INSIDERS.has(fieldAt(written, "author_association")),
    }),
};
