// Recovery codes that were just made: to copy, to save, and to say that they are kept.
import { Button } from "@mantine/core";
import { CopyButton } from "../../../components/buttons/copy-button.tsx";
import { Icon } from "../../../components/display/icons.tsx";
import { Dialog, DialogButtons } from "../../../components/layout/dialog.tsx";
import classes from "./factors.module.css";

export function RecoveryCodes({ codes, onClose }: { codes: string[]; onClose(): void }) {
  const text = `${codes.join("\n")}\n`;
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`;
  return (
    <Dialog
      title="Your recovery codes"
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      <div className={classes.small}>
        <p className={classes.warning}>
          <Icon name="warning" /> Keep them now: they are not shown again.
        </p>
        <p>
          If you lose your second factor, each of these signs you in once in its place. Codes made before work no more.
        </p>
        <ul className={classes.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={classes.buttons}>
          <CopyButton text={text} label="Copy" data-autofocus />
          <Button variant="default" component="a" href={file} download="retest-recovery-codes.txt">
            Save as a file
          </Button>
        </div>
        <DialogButtons>
          <Button onClick={onClose}>I have kept them</Button>
        </DialogButtons>
      </div>
    </Dialog>
  );
}
