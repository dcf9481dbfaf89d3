// The payload that the mapping is tried on: a delivery of the log, a sample, or what somebody pasted.
import { useMemo, useState } from "react";
import type { Delivery, Webhook } from "../../../api/types.ts";
import { changeMappingDraft, type Source, useMappingDraft } from "../data/mapping-draft.ts";
import { prettyJson } from "../data/pretty-json.ts";
import { useDelivery, useLog } from "../data/webhook-data.ts";
import { SAMPLES, sampleNamed } from "../samples/all-samples.ts";
import type { Sample } from "../samples/sample.ts";
import { type TreeNode, treeOf } from "./payload-tree.ts";
import type { TriedPayload } from "./use-preview.ts";

export interface Payload {
  source: Source;
  /** Deliveries to choose from, newest first. */
  deliveries: Delivery[];
  /** The sample that is looked at, if one is. */
  sample: Sample | null;
  text: string;
  /** Null when the text is no JSON object and no form. */
  tree: TreeNode[] | null;
  tried: TriedPayload;
  error: Error | null;
  isPending: boolean;
  choose(source: Source): void;
  paste(text: string): void;
}

const MAX_OFFERED = 20;
/** Refusals of deliveries without a stored body. */
const BODILESS = ["too_large", "not_found"];
const SAMPLE_OF: Partial<Record<Webhook["preset"], string>> = {
  bugsnag: "Bugsnag",
  rollbar: "Rollbar",
  datadog: "Datadog",
};

export function usePayload(app: string, preset: Webhook["preset"]): Payload {
  const draft = useMappingDraft(app);
  const log = useLog(app, "deliveries");
  const kept = (log.data?.pages.flatMap(({ data }) => data) ?? []).filter(
    ({ error }) => error === null || !BODILESS.includes(error.code),
  );
  const deliveries = kept.slice(0, MAX_OFFERED);
  const first: Source =
    deliveries[0] === undefined
      ? { kind: "sample", name: SAMPLE_OF[preset] ?? SAMPLES[0]!.name }
      : { kind: "delivery", id: deliveries[0].id };
  // What arrives meanwhile must not take the place of what is looked at.
  const [atFirst, setAtFirst] = useState<Source | null>(null);
  if (atFirst === null && !log.isPending) setAtFirst(first);
  const source = draft.source ?? atFirst ?? first;
  const sample = source.kind === "sample" ? sampleNamed(source.name) : null;
  const delivery = useDelivery(app, source.kind === "delivery" ? source.id : null);
  const isPending = (draft.source === undefined && log.isPending) || (source.kind === "delivery" && delivery.isPending);

  const body = delivery.data?.encoding === "utf8" ? (delivery.data.body ?? "") : "";
  const raw = source.kind === "delivery" ? body : source.kind === "pasted" ? (draft.pasted ?? "") : sample!.text;
  const text = useMemo(() => (source.kind === "delivery" ? prettyJson(raw) : raw), [source.kind, raw]);
  const tree = useMemo(() => treeOf(raw), [raw]);
  return {
    source,
    deliveries,
    sample,
    text,
    tree,
    tried: isPending ? null : triedOf(source, raw),
    error: source.kind === "delivery" ? delivery.error : null,
    isPending,
    choose: (next) => changeMappingDraft(app, { source: next }),
    paste: (pasted) => changeMappingDraft(app, { source: { kind: "pasted" }, pasted }),
  };
}

function triedOf(source: Source, text: string): TriedPayload {
  if (source.kind === "delivery") return { delivery: source.id };
  return text.trim() === "" ? null : { payload: text };
}
