// Any program that wants to be told of what happens: what a connection with it holds, how it is set up, and what it is sent.

import type { ToolDefinition } from "../toolkit/tool-definition.ts";
import { eventsForm } from "./form.ts";
import { eventsPublisher } from "./publisher.ts";

export const events: ToolDefinition = {
  label: "Event receiver",
  fields: {
    settings: { url: "address" },
    credentials: { secret: "standard secret" },
    generated: "secret",
  },
  addresses: ["url"],
  verifiedBy: null,
  needs: { settings: ["url"], credentials: ["secret"] },
  sentTo: null,
  setup: {
    steps: [
      "Enter the HTTPS address of your program below, and choose what it is told of.",
      "Keep the secret that you were shown when you created this connection: each request is signed with it. A library of [Standard Webhooks](https://www.standardwebhooks.com) for your language verifies it in one line.",
      "Answer with any status from 200 to 299 within ten seconds, and do the work afterwards. Whatever is answered otherwise is sent again, with longer and longer pauses, for a day.",
      "Remember the header webhook-id of what you have dealt with: after a lost answer the same event comes again under the same id.",
    ],
  },
  form: eventsForm,
  raises: false,
  intake: null,
  forwarder: null,
  publisher: eventsPublisher,
};
