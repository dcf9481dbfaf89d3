// What a row is dragged by.
import type { PointerEvent } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./grip-handle.module.css";

/** Begins to drag the row of this key. */
export type Grip = ((event: PointerEvent, key: string) => void) | null;

export function GripHandle({ grip, rowKey }: { grip: Grip; rowKey: string }) {
  if (grip === null) return null;
  return (
    <span
      className={classes.grip}
      data-own=""
      title="Drag to move, or Alt and arrows"
      onPointerDown={(event) => grip(event, rowKey)}
    >
      <Icon name="grip" />
    </span>
  );
}
