// The tree as the rows that are seen: what is below an open one, in order.
import type { TreeNode } from "./payload-tree.ts";

export interface TreeRow {
  node: TreeNode;
  level: number;
  /** Whether it is open; null when nothing is below it. */
  isOpen: boolean | null;
  /** The index of the row above it; null at the top. */
  parent: number | null;
}

/** As many rows as one looks through without searching. */
const FIRST_ROWS = 80;
const MAX_ROWS = 3_000;

export function treeRowsOf(nodes: readonly TreeNode[], isOpen: (path: string) => boolean): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (level: number, parent: number | null) => (node: TreeNode) => {
    if (rows.length >= MAX_ROWS) return;
    const open = node.children === null ? null : isOpen(node.path);
    const index = rows.push({ node, level, isOpen: open, parent }) - 1;
    if (open === true) node.children?.().forEach(add(level + 1, index));
  };
  nodes.forEach(add(1, null));
  return rows;
}

/** What stands open at first: level by level, as long as there is room. Texts that hold JSON stay closed. */
export function startOpen(nodes: readonly TreeNode[]): Set<string> {
  const open = new Set<string>();
  let left = FIRST_ROWS - nodes.length;
  let level = nodes;
  while (level.length > 0) {
    const next: TreeNode[] = [];
    for (const node of level) {
      if (node.children === null || node.kind === "text") continue;
      const children = node.children();
      if (children.length > left) continue;
      left -= children.length;
      open.add(node.path);
      next.push(...children);
    }
    level = next;
  }
  return open;
}
