// Who outside the team has reported an issue, with the way to erase them.
import { useState } from "react";
import { useMayManage } from "../../../api/session.tsx";
import type { Issue } from "../../../api/types.ts";
import word from "../../../components/buttons/word-button.module.css";
import { EraseDialog } from "../../../components/privacy/erase-dialog.tsx";
import { Name } from "../fields/issue-labels.tsx";
import { Fact } from "./fact.tsx";
import classes from "./issue-facts.module.css";

export function ReporterFact({ reporter: { name, email } }: { reporter: NonNullable<Issue["reporter"]> }) {
  const mayErase = useMayManage();
  const [isErasing, setErasing] = useState(false);
  return (
    <Fact name="Reporter">
      <Name text={name} />
      {email !== undefined && (
        <>
          {" "}
          <Name text={email} className={classes.soft} />
        </>
      )}
      {email !== undefined && mayErase && (
        <>
          {" "}
          <button type="button" className={word.button} onClick={() => setErasing(true)}>
            Erase…
          </button>
        </>
      )}
      {isErasing && (
        <EraseDialog kind="reporter" subject={email!} name={email!} person={name} onClose={() => setErasing(false)} />
      )}
    </Fact>
  );
}
