// The sign-in, or the choice, that stands in front of a page whose session has ended or is somebody else's by now. The page stays as it is
// behind it, with what was typed, and is back once the same person is signed in.
import { Modal } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

export function SignInAgain({ title, children }: { title: string; children: ReactNode }) {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const { title } = document;
    return () => {
      document.title = title;
      if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Modal
      opened
      onClose={() => {}}
      fullScreen
      data-sign-in-again=""
      padding={0}
      zIndex={1000}
      withCloseButton={false}
      closeOnEscape={false}
      title={<span className="sr-only">{title}</span>}
      classNames={{ header: "sr-only" }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </Modal>
  );
}
