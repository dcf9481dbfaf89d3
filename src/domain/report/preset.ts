// Where well-known tools keep things in their webhook payloads, each written in the mapping language.
export const PRESETS = ["native", "bugsnag", "rollbar", "datadog", "custom"] as const;
export type PresetName = (typeof PRESETS)[number];

/** The product's own shape, to which everything falls back field by field. */
export const NATIVE = {
  title: ["title"],
  description: ["description"],
  url: ["url"],
  link: ["link"],
  external_id: ["external_id"],
  priority: ["priority"],
  platforms: ["platforms"],
  reporter_name: ["reporter.name"],
  reporter_email: ["reporter.email"],
  source: ["source"],
} satisfies Record<string, readonly string[]>;

/** What is read from a payload. The reporter's two parts are read apart. */
export type Slot = keyof typeof NATIVE;

/** For each thing the expressions to try, in turn. */
export type Expressions = Partial<Record<Slot, readonly string[]>>;

export interface Preset {
  /** The tool's short name; null when the payload says it. */
  source: string | null;
  expressions: Expressions;
}

/** `error.id` is the single event; `error.errorId` is the error that all its events share. */
const BUGSNAG: Expressions = {
  title: ["{error.exceptionClass}: {error.message}"],
  description: [
    "{error.context}\nRelease stage: {error.app.releaseStage|error.releaseStage}\nVersion: {error.app.version|error.appVersion}",
  ],
  url: ["error.requestUrl"],
  link: ["error.url"],
  external_id: ["error.errorId"],
  priority: ["error.severity"],
  // A browser's error names the visitor's system too, but it happened on the web.
  platforms: ["error.device.browserName | error.device.osName | error.app.type"],
};

/** Alternatives: each path in the last occurrence of an item event, then in that of an occurrence event. */
function inOccurrence(...paths: string[]): string {
  return paths.flatMap((path) => [`data.item.last_occurrence.${path}`, `data.occurrence.${path}`]).join("|");
}

/** For an item that has no title. */
const ROLLBAR_TITLE = ["class", "message"]
  .map((part) => inOccurrence(`body.trace.exception.${part}`, `body.trace_chain[0].exception.${part}`))
  .map((paths) => `{${paths}}`)
  .join(": ");
/** Item events carry the last occurrence inside the item, occurrence events beside it, velocity events not at all. */
const ROLLBAR: Expressions = {
  title: ["data.item.title", ROLLBAR_TITLE, inOccurrence("body.message.body")],
  description: [
    "{data.item.last_occurrence.context|data.occurrence.context}\nEnvironment: {data.item.environment|data.occurrence.environment}",
  ],
  url: ["data.item.last_occurrence.request.url | data.occurrence.request.url"],
  link: ["data.url", "https://rollbar.com/item/uuid/?uuid={data.item.last_occurrence.uuid|data.occurrence.uuid}"],
  external_id: ["data.item.id"],
  priority: ["data.item.level | data.occurrence.level | data.item.last_occurrence.level"],
  platforms: ["data.item.last_occurrence.platform | data.occurrence.platform"],
};

/** The keys are those of the template to paste; an alert and its recovery share the aggregation key. */
const DATADOG: Expressions = {
  title: ["title"],
  description: ["body"],
  link: ["link"],
  external_id: ["aggreg_key | id"],
  priority: ["priority"],
};

export const PRESET: Record<PresetName, Preset> = {
  native: { source: null, expressions: {} },
  bugsnag: { source: "bugsnag", expressions: BUGSNAG },
  rollbar: { source: "rollbar", expressions: ROLLBAR },
  datadog: { source: "datadog", expressions: DATADOG },
  custom: { source: null, expressions: {} },
};
