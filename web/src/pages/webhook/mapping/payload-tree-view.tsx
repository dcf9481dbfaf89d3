// The payload as a tree. Arrow keys move and open, Enter takes a value; so does a click.
import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import classes from "./payload-pane.module.css";
import type { TreeNode } from "./payload-tree.ts";
import { startOpen, type TreeRow, treeRowsOf } from "./tree-rows.ts";

interface Props {
  nodes: TreeNode[];
  /** A list counts as a value for some fields. */
  takesLists: boolean;
  onPick(path: string, byPointer: boolean): void;
}

export function PayloadTree({ nodes, takesLists, onPick }: Props) {
  const atFirst = useMemo(() => startOpen(nodes), [nodes]);
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [active, setActive] = useState<string | null>(null);
  const tree = useRef<HTMLDivElement>(null);
  const rows = useMemo(
    () => treeRowsOf(nodes, (path) => atFirst.has(path) !== toggled.has(path)),
    [nodes, atFirst, toggled],
  );
  const current = rows.some(({ node }) => node.path === active) ? active : rows[0]?.node.path;

  const toggle = (path: string) => {
    const next = new Set(toggled);
    if (!next.delete(path)) next.add(path);
    setToggled(next);
  };
  const focusRow = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row === undefined) return;
    setActive(row.node.path);
    tree.current?.querySelectorAll<HTMLElement>("[role=treeitem]")[rows.indexOf(row)]?.focus();
  };
  const use = ({ node }: TreeRow, byPointer: boolean) => {
    const isValue = node.kind !== "object" && (node.kind !== "list" || takesLists);
    if (isValue) onPick(node.path, byPointer);
    else if (node.children !== null) toggle(node.path);
  };
  const press = (event: KeyboardEvent, row: TreeRow, index: number) => {
    const steps: Record<string, () => void> = {
      ArrowDown: () => focusRow(index + 1),
      ArrowUp: () => focusRow(index - 1),
      Home: () => focusRow(0),
      End: () => focusRow(rows.length - 1),
      ArrowRight: () => (row.isOpen === false ? toggle(row.node.path) : focusRow(index + 1)),
      ArrowLeft: () => (row.isOpen === true ? toggle(row.node.path) : focusRow(row.parent ?? index)),
      Enter: () => use(row, false),
      " ": () => use(row, false),
    };
    const step = steps[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    step();
  };

  return (
    <div ref={tree} className={classes.tree} role="tree" aria-label="Values of the payload">
      {rows.map((row, index) => (
        <div
          key={row.node.path}
          role="treeitem"
          aria-level={row.level}
          aria-expanded={row.isOpen ?? undefined}
          aria-selected={row.node.path === current}
          tabIndex={row.node.path === current ? 0 : -1}
          className={classes.row}
          title={row.node.path}
          style={{ paddingLeft: `${0.4 + (row.level - 1) * 0.9}rem` }}
          onClick={() => {
            setActive(row.node.path);
            use(row, true);
          }}
          onFocus={() => setActive(row.node.path)}
          onKeyDown={(event) => press(event, row, index)}
        >
          <span
            className={classes.twist}
            aria-hidden="true"
            onClick={(event) => {
              if (row.isOpen === null) return;
              event.stopPropagation();
              toggle(row.node.path);
            }}
          >
            {row.isOpen !== null && <Icon name={row.isOpen ? "down" : "right"} size={12} />}
          </span>
          <bdi className={classes.rowName}>{row.node.name}</bdi>
          <bdi className={classes.rowValue} data-kind={row.node.kind}>
            {row.node.text.slice(0, 200)}
          </bdi>
        </div>
      ))}
    </div>
  );
}
