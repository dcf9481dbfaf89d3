// What a program that receives events is told, and what its connection holds for that.
import { credential, setting, type ToolForm } from "../toolkit/tool-form.ts";

export const eventsForm: ToolForm = {
  in: null,
  out: "A program of your own is told of issues, results, cycles and the release gate as they change.",
  inFields: [],
  outFields: [
    setting("url", "Address", "Where your program receives events: an HTTPS address.", {
      needed: true,
      placeholder: "https://tools.example.com/retest",
    }),
    credential("secret", "Secret", "Every request is signed with it, by Standard Webhooks.", {
      needed: true,
      ours: true,
      overlaps: true,
    }),
  ],
};
