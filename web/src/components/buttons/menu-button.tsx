// A button with a menu, or another thing that opens at it. Its code is fetched with the first press, or before that while nobody
// waits: a page is there sooner without it.
import {
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
  useTransition,
} from "react";
import { useCommands } from "../../interaction/commands.tsx";
import { LoadOnOpen } from "../behaviour/load-on-open.tsx";

interface ButtonProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?(): void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}

/** What opens at a button is given the button, and whether it is open. */
export interface Opening {
  target: ReactElement<ButtonProps>;
  opened: boolean;
  onChange(opened: boolean): void;
}

interface Props {
  /** The button that opens the menu or dialog. */
  target: ReactElement<ButtonProps>;
  opens: "menu" | "dialog";
  /** What the command palette calls opening it, where it offers that. */
  command?: string;
  children(opening: Opening): ReactNode;
}

export function MenuButton({ target, opens, command, children }: Props) {
  const [isWanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  // The button stays, with its focus, until the code is there.
  const [, startTransition] = useTransition();
  const button = useRef<HTMLButtonElement>(null);
  const open = () => (isWanted ? setOpened(true) : startTransition(() => setWanted(true)));
  useCommands(command === undefined ? [] : [{ label: command, run: open }]);
  const closed = cloneElement(target, {
    "aria-haspopup": opens,
    "aria-expanded": false,
    onClick: open,
  });
  const arrive = () => {
    // Another button has taken the place of the one that was pressed. It has the focus before anything opens, to be given it back.
    button.current?.focus({ preventScroll: true });
    setOpened(true);
  };
  return (
    <LoadOnOpen what={isWanted} fallback={closed} onClose={() => setWanted(false)}>
      {isWanted ? (
        <>
          {children({ target: cloneElement(target, { ref: button }), opened, onChange: setOpened })}
          <Arrival onArrive={arrive} />
        </>
      ) : (
        closed
      )}
    </LoadOnOpen>
  );
}

/** Comes together with what it stands beside, once that has been fetched. */
function Arrival({ onArrive }: { onArrive(): void }) {
  const arrive = useRef(onArrive);
  useLayoutEffect(() => arrive.current(), []);
  return null;
}
