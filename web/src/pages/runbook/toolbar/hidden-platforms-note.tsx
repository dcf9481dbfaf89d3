// Says that platforms are hidden, so that nobody takes what they see for all there is.
import { Button } from "@mantine/core";
import { useCommands } from "../../../interaction/commands.tsx";
import { countOf } from "../data/cell-text.ts";
import type { ShownPlatforms } from "../data/use-shown-platforms.ts";
import classes from "./toolbar.module.css";

interface Props {
  platforms: ShownPlatforms;
  /** The button goes with the note, and its focus with it. */
  onShown(): void;
}

export function HiddenPlatformsNote({ platforms: { hidden, showAll }, onShown }: Props) {
  useCommands(hidden > 0 ? [{ label: "Show all platforms", run: showAll }] : []);
  return (
    <div className={classes.hidden}>
      <p className={classes.found} role="status">
        {hidden > 0 && `${countOf(hidden, "platform")} hidden`}
      </p>
      {hidden > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.clear}
          aria-label="Show all platforms"
          onClick={() => {
            showAll();
            onShown();
          }}
        >
          Show all
        </Button>
      )}
    </div>
  );
}
