// A dialog that gives the focus back to where it was. The kit does so only for dialogs that are always there, and ours
// come with their content.
import { Modal, type ModalProps } from "@mantine/core";
import type { ReactNode } from "react";
import { useHoldPage } from "../../interaction/hold-page.ts";
import { plainOrder } from "../../interaction/plain-order.ts";
import { useRestoreFocus } from "../../interaction/restore-focus.ts";
import { useTypedBeforeFocus } from "../../interaction/typed-before-focus.ts";
import classes from "./dialog.module.css";

export function Dialog(props: Omit<ModalProps, "opened">) {
  useRestoreFocus();
  useTypedBeforeFocus(true, props.onClose);
  useHoldPage(true);
  const { title } = props;
  return (
    <Modal
      opened
      closeButtonProps={{ "aria-label": "Close", size: "lg" }}
      classNames={{ title: classes.title!, body: classes.body!, content: classes.content! }}
      {...props}
      title={typeof title === "string" ? plainOrder(title) : title}
    />
  );
}

/** The buttons at the end of a dialog. */
export function DialogButtons({ children }: { children: ReactNode }) {
  return <div className={classes.buttons}>{children}</div>;
}
