// Takes results back that were recorded by mistake. What has been recorded or sent since stands in the way, and is named.
import { ApiError, exchange, pathWith } from "../api/client.ts";
import type { ChangeOf, CodedCell } from "../api/unsaved-change.ts";

/** Takes results back. Gives why some of them stay, or null. */
export async function takeBack({ results, before }: ChangeOf<"take-back">, app: string): Promise<string | null> {
  const reasons: string[] = [];
  // One after the other: each is a change of the same app.
  for (const [i, id] of (results ?? []).entries()) {
    try {
      await exchange("DELETE", `/results/${id}`);
    } catch (error) {
      if (!(error instanceof ApiError && (error.status === 404 || error.status === 409))) throw error;
      // What is gone already need not be removed. For the rest asking again would change nothing.
      if (error.status === 409) reasons.push(await whyItStays(app, id, before[i], error));
    }
  }
  if (reasons.length === 0) return null;
  const some = before.length === 1 ? "" : ` ${reasons.length} of ${before.length} results`;
  return `Can't undo${some}: ${reasons[0]}`;
}

/** Why a result stays: what is recorded there now, or else what the server said. */
async function whyItStays(app: string, id: string, cell: CodedCell | undefined, error: ApiError): Promise<string> {
  if (cell !== undefined) {
    const { check, platform } = cell;
    const path = pathWith("/results", { app, check, platform, limit: 1 });
    const { data } = await exchange<{ id: string; outcome: string }[]>("GET", path);
    const [newest] = data;
    if (newest !== undefined && newest.id !== id) return `${newest.outcome} was recorded here since.`;
  }
  return error.message.charAt(0).toLowerCase() + error.message.slice(1);
}
