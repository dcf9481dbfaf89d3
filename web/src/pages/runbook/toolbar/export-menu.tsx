// The runbook as a file, or on paper.
import { Menu } from "@mantine/core";
import { Link } from "wouter";
import { reportHref } from "../../../api/cycles.ts";
import type { Opening } from "../../../components/buttons/menu-button.tsx";
import { EXPORT_FORMATS, exportLink } from "../../../components/import/export-runbook.ts";
import type { RunbookOutline } from "../data/runbook.ts";

export function ExportMenu({ runbook: { app, cycle }, target, ...state }: Opening & { runbook: RunbookOutline }) {
  return (
    <Menu position="bottom-end" width={200} {...state}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{cycle === undefined ? "The runbook" : "The cycle"} as a file</Menu.Label>
        {EXPORT_FORMATS.map(([format, name]) => (
          <Menu.Item key={format} {...exportLink(app.id, format, cycle?.id)}>
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item component={Link} href={reportHref(app.id, cycle?.id)}>
          Report for printing
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
