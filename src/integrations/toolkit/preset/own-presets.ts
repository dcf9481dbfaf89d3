// The two presets that belong to no tool: the product's own fields, and a mapping that the admin writes.
import type { Preset } from "../../../domain/report/preset.ts";

export const native: Preset = {
  name: "native",
  source: null,
  expressions: {},
  setup: {
    steps: [
      "Send a POST with a JSON object to the webhook URL. Only title is needed.",
      "You may also send description, platforms (codes, names, or words such as ios), priority, url (the page where it happened), reporter (name, email), external_id, link, source and recovered (true once it is over).",
      "Send an external_id if the tool has one: while its issue is open, further deliveries with it raise nothing.",
      "With a signing secret, send X-Signature: sha256= and the hex HMAC-SHA256 of the exact body.",
    ],
    template: null,
  },
};

export const custom: Preset = {
  name: "custom",
  source: null,
  expressions: {},
  setup: {
    steps: [
      "If the mapping editor has a template for your tool, fill it in and save it: its steps then stand here.",
      "Otherwise enter the webhook URL in the tool and have it send something, or take a sample from its documentation.",
      'For each field, write the path to its value in the JSON: error.message, items[0].title, or labels["host.name"] for a key with a dot in it.',
      "Separate alternatives with |: the first that has a value is used. Join several values with braces: {service}: {error.message}.",
      "Say where a recovery shows, if the tool reports those, and choose below what one does.",
      "Try the mapping on a sample: the preview raises nothing. What a mapping doesn't find is taken from Retest's own field names.",
    ],
    template: null,
  },
};
