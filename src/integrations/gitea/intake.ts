// What Gitea and Forgejo send: merged pull requests, issues that were closed or opened again, and comments. Everything else is let pass.

import { MEGABYTE } from "../../domain/limits/connection-limits.ts";
import { isSignedWith } from "../../lib/crypto/body-signature.ts";
import { fieldAt, textAt } from "../../lib/formats/untrusted-fields.ts";
import { readHubMessage } from "../toolkit/code-host/hub-message.ts";
import { isListedMember } from "../toolkit/code-host/listed-members.ts";
import { requireSignature } from "../toolkit/require-signature.ts";
import type { ToolIntake } from "../toolkit/tool-intake.ts";

export const giteaIntake: ToolIntake = {
  maxBytes: 2 * MEGABYTE,
  hasComments: true,
  verify(request) {
    const { bytes, headers } = request;
    requireSignature(request, "X-Gitea-Signature", (secret) =>
      isSignedWith(secret, bytes, headers["x-gitea-signature"], ""),
    );
  },
  // Forgejo sends its own headers beside Gitea's.
  read: (request) =>
    readHubMessage(request, {
      event: "x-gitea-event",
      delivery: "x-gitea-delivery",
      isInsider: (payload, written, { settings }) =>
        fieldAt(payload, "repository", "private") === true ||
        isListedMember(settings, textAt(written, "user", "login")),
    }),
};
