// From what was written in a chat to the issue that is to be raised, and to the words of the answer.
import { Fault } from "../../../domain/fault.ts";
import { platformsFor } from "../../../domain/report/report-defaults.ts";
import { reporterOf } from "../../../domain/report/reporter.ts";
import { defaultsOf } from "../issue-defaults.ts";
import type { ToolAnswer, ToolCommand } from "../tool-command.ts";
import type { ConnectedApp, ToolRequest } from "../tool-intake.ts";
import { type AnswerContext, type ChatFormat, emptyText, helpText, raisedText, refusalText } from "./answer-text.ts";
import { readCommand } from "./read-command.ts";

export interface Message {
  /** Plain text, without the markup of the chat tool. */
  text: string;
  /** The name of whoever wrote or forwarded the message. */
  name: string;
  /** How people reach us there: `/retest`, `@Retest`. */
  call: string;
  /** The message there, where it may be used again. */
  item: { externalId: string; name: string | null; url: string | null } | null;
}

export interface Chat {
  format: ChatFormat;
  /** `open`: for everybody to see, not only for whoever asked. */
  answer(words: string, open: boolean): ToolAnswer;
}

export async function raiseFromChat(chat: Chat, request: ToolRequest, message: Message): Promise<ToolCommand> {
  const { format, answer } = chat;
  const { name, call, item } = message;
  const apps = await request.connectedApps();
  const command = readCommand(message.text, apps);
  const app = command?.app ?? request.app;
  const context: AnswerContext = { call, app: app.name, check: command?.check ?? null, apps: namesOf(request, apps) };
  if (command === null) return { ask: "nothing", why: "help", answer: answer(helpText(format, context), false) };
  const { text, check } = command;
  if (text === "") return { ask: "nothing", why: "empty", answer: answer(emptyText(format, context), false) };
  const target = command.app === null || command.app.id === request.app.id ? null : command.app;
  const { settings, appConfig } =
    target === null ? request : { settings: target.settings, appConfig: await target.appConfig() };
  const defaults = defaultsOf(settings, appConfig);
  const reporter = reporterOf(name, undefined);
  return {
    ask: "raise",
    by: reporter?.name ?? "",
    ...(target === null ? {} : { target }),
    raise: {
      check,
      text,
      platforms: platformsFor(null, defaults),
      priority: defaults.defaultPriority,
      reporter,
      tracker: null,
      item,
    },
    answer: (raised) =>
      raised instanceof Fault
        ? answer(refusalText(format, context, raised), false)
        : answer(raisedText(format, context, raised), !raised.duplicate),
  };
}

/** The connection's own first, each once. */
function namesOf({ app }: ToolRequest, apps: readonly ConnectedApp[]): string[] {
  return [...new Set([app.name, ...apps.map(({ name }) => name)])];
}
