// The issue that a payload would raise, asked of the server a moment after the last key was pressed.
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { MAPPING_KEYS } from "../../../../../src/wire/lists.ts";
import { ApiError, request } from "../../../api/client.ts";
import { queryKeys } from "../../../api/query-keys.ts";
import type { Preview, Webhook } from "../../../api/types.ts";
import { type MappingTexts, mappingOf, type TextKey } from "../data/mapping-keys.ts";
import { webhookPath } from "../data/webhook-data.ts";

/** What is wrong with an expression, and at which character, counted from 1. */
export interface Mistake {
  position: number;
  message: string;
  /** The expression in which it was found. */
  text: string;
}

export type Mistakes = Partial<Record<TextKey, Mistake>>;

export interface PreviewOutcome {
  /** Null when the payload itself can't be read. */
  preview: Preview | null;
  refusal: string | null;
  mistakes: Mistakes;
}

/** The id of a delivery, or the text of a body; null when there is nothing to try yet. */
export type TriedPayload = { delivery: string } | { payload: string } | null;

const SETTLE_MS = 250;
const MISTAKE = /^mapping\.(\w+): at character (\d+): (.*)$/s;
/** Codes that say something about the payload, not about the request. */
const UNREADABLE = ["invalid_json", "not_found", "too_large", "too_many_items"];

/** `recoveries` is the webhook's own setting, with which the preview is another. */
export function usePreview(app: string, payload: TriedPayload, texts: MappingTexts, recoveries: string) {
  const [asked] = useDebouncedValue({ payload, mapping: JSON.stringify(mappingOf(texts)) }, SETTLE_MS);
  return useQuery({
    queryKey: queryKeys.appPart(app, "preview", asked.payload, asked.mapping, recoveries),
    queryFn: ({ signal }) => tryOut(app, asked.payload!, JSON.parse(asked.mapping), signal),
    enabled: asked.payload !== null,
    placeholderData: keepPreviousData,
    gcTime: 10_000,
  });
}

/** The server names one mistake at a time: what it names is left out and asked again, so that all of them are known. */
async function tryOut(
  app: string,
  payload: NonNullable<TriedPayload>,
  mapping: Webhook["mapping"],
  signal: AbortSignal,
): Promise<PreviewOutcome> {
  const mistakes: Mistakes = {};
  let left = mapping;
  for (;;) {
    try {
      const body = { ...payload, preset: "custom", mapping: left };
      const { data } = await request<{ data: Preview }>("POST", webhookPath(app, "/preview"), body, signal);
      return { preview: data, refusal: null, mistakes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const [, name, position, message] = MISTAKE.exec(error.message) ?? [];
      const key = MAPPING_KEYS.find((one) => one === name);
      if (key === undefined || !left[key]) {
        if (!UNREADABLE.includes(error.code)) throw error;
        return { preview: null, refusal: error.message, mistakes };
      }
      mistakes[key] = { position: Number(position), message: message!, text: left[key] };
      left = { ...left, [key]: null };
    }
  }
}
