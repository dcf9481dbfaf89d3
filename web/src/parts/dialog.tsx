// A dialog that gives the focus back to where it was. The kit does so only for dialogs that are always there, and ours
// come with their content.
import { Modal, type ModalProps } from "@mantine/core";
import { useFocusBack } from "../shell/focus-back.ts";

export function Dialog(props: Omit<ModalProps, "opened">) {
  useFocusBack();
  return <Modal opened closeButtonProps={{ "aria-label": "Close", size: "lg" }} {...props} />;
}
