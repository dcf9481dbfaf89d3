// Payloads in the shapes that well-known tools send, to try a mapping on before the tool is connected. Values are invented.

import { ERRORS } from "./error-samples.ts";
import { ALERTS } from "./monitoring-samples.ts";
import { RECOVERIES } from "./recovery-samples.ts";
import { json, type Sample } from "./sample.ts";

export const SAMPLES: readonly Sample[] = [
  json("Plain JSON", null, {
    title: "A transfer above 10,000 shows the wrong fee",
    description: "The fee line says 0.00 until the amount is edited.",
    platforms: ["ios"],
    priority: "high",
    url: "https://bank.lantern.example/transfers/new",
    reporter: { name: "Ines Duarte", email: "ines@lantern.example" },
    external_id: "desk-2291",
    link: "https://desk.lantern.example/t/2291",
    source: "Help desk",
  }),
  {
    name: "Plain form",
    mapping: null,
    text: "title=The+frozen+card+still+shows+as+active&description=Seen+in+the+widget&priority=medium&platforms=ios%2Candroid&source=Intranet+form",
  },
  ...ALERTS,
  ...ERRORS,
  ...RECOVERIES,
  json(
    "Tally form",
    {
      title: "data.fields[0].value",
      description: "{data.fields[1].value}\nFrom {data.fields[2].value}",
      external_id: "data.submissionId",
    },
    {
      eventId: "0b6f7a52-9a4e-4d3f-8e21-51f3f0a7c111",
      eventType: "FORM_RESPONSE",
      createdAt: "2026-05-11T06:41:30.000Z",
      data: {
        submissionId: "mK4vQp",
        formId: "w7LbQ2",
        formName: "Tell us what is wrong",
        fields: [
          { key: "question_aa1", label: "What is wrong?", type: "INPUT_TEXT", value: "The receipt never arrives" },
          {
            key: "question_bb2",
            label: "How did it happen?",
            type: "TEXTAREA",
            value: "Paid by card, no e-mail since.",
          },
          { key: "question_cc3", label: "Your e-mail", type: "INPUT_EMAIL", value: "tomas@lantern.example" },
        ],
      },
    },
  ),
];

export function sampleNamed(name: string): Sample {
  return SAMPLES.find((sample) => sample.name === name) ?? SAMPLES[0]!;
}
