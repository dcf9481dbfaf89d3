// One check in full on a phone: a sheet in front of the list.
import { Drawer } from "@mantine/core";
import { CheckDetail, type DetailProps } from "./check-detail.tsx";

export function CheckSheet(detail: DetailProps) {
  return (
    <Drawer
      opened
      onClose={detail.onClose}
      position="bottom"
      size="92%"
      padding={0}
      withCloseButton={false}
      title={<span className="sr-only">Check {detail.check.title}</span>}
      classNames={{ header: "sr-only" }}
    >
      <CheckDetail {...detail} />
    </Drawer>
  );
}
