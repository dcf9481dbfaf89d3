// The runbook as a file.
import { Menu } from "@mantine/core";
import type { Opening } from "../../../components/buttons/menu-button.tsx";
import { EXPORT_FORMATS, exportLink } from "../../../components/import/export-runbook.ts";

export function ExportMenu({ app, target, ...state }: Opening & { app: string }) {
  return (
    <Menu position="bottom-end" width={200} {...state}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>The runbook as a file</Menu.Label>
        {EXPORT_FORMATS.map(([format, name]) => (
          <Menu.Item key={format} {...exportLink(app, format)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
