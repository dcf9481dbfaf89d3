// All that a tracker is told and asked in the lives of issues of every form, by its real forwarder, to a stand-in of its server.
import type { LinkedItem } from "../../../src/domain/connections/connection.ts";
import { TOOL_REGISTRY } from "../../../src/integrations/tool-registry.ts";
import { createCaller } from "../../../src/lib/network/call-once.ts";
import type { StandInRequest } from "../fake-tools/stand-in.ts";
import { openTracker, type TRACKERS } from "../fake-tools/trackers.ts";
import { TOLD_EVENTS } from "../samples/told-events.ts";

export type Said = Pick<StandInRequest, "method" | "path" | "body">;

export async function trackerSays(tool: (typeof TRACKERS)[number]): Promise<Said[]> {
  const tracker = await openTracker(tool);
  try {
    const call = createCaller({
      allowedHosts: new Set(["127.0.0.1"]),
      timeoutMs: 5_000,
      atOnce: { total: 1, perKind: 1 },
    });
    const forward = TOOL_REGISTRY[tool].forwarder!;
    const { settings, credentials } = tracker.fields;
    for (const [number, event] of TOLD_EVENTS.entries()) {
      const ofIssue = { ...event, issue: { ...event.issue, id: `iss_${number}` } };
      const job = { connectionId: "con_1", settings, credentials, call, again: false } as const;
      let item: LinkedItem | null = null;
      // What is told of an issue is told of one that is there.
      if (event.kind !== "test") ({ item } = await forward({ ...job, event: { ...ofIssue, kind: "raised" }, item }));
      for (const again of [false, true]) await forward({ ...job, event: ofIssue, item, again });
      for (const change of event.comment === undefined ? [] : (["edited", "deleted"] as const)) {
        await forward({ ...job, event: { ...ofIssue, comment: { ...event.comment!, change } }, item });
      }
    }
    if (tracker.standIn.problems.length > 0) throw new Error(tracker.standIn.problems.join("; "));
    return tracker.standIn.asked.map(({ method, path, body }) => ({ method, path, body }));
  } finally {
    await tracker.standIn.close();
  }
}
