// Where an issue is in other tools: what it was reported by, what it was forwarded as.
import { TOOL_NAME } from "../../../../../src/wire/connections/tool-names.ts";
import type { Issue } from "../../../api/types.ts";
import { useItems } from "../data/linked-item-data.ts";
import { Fact, Outside } from "./fact.tsx";
import classes from "./issue-facts.module.css";

export function LinkedItems({ issue: { id, tracker } }: { issue: Issue }) {
  const items = useItems(id);
  // A tracker knows its item by the same name; what was connected once may be no longer.
  const isKnown = items.some(({ name, url }) => name === tracker?.short_id || url === tracker?.url);
  return (
    <>
      {tracker !== null && !isKnown && (
        <Fact name={`In ${TOOL_NAME.sentry}`}>
          <Outside address={tracker.url} text={tracker.short_id} />
        </Fact>
      )}
      {items.map(({ tool, external_id, name, url, state }) => (
        <Fact key={`${tool} ${external_id}`} name={`In ${TOOL_NAME[tool]}`}>
          <Outside address={url} text={name ?? external_id} /> <span className={classes.soft}>({state})</span>
        </Fact>
      ))}
    </>
  );
}
