// A workspace without apps: the three ways to begin, or whom to ask.
import { Button } from "@mantine/core";
import { useMayManage } from "../../api/session.tsx";
import { Icon, type IconName } from "../../components/display/icons.tsx";
import { Empty } from "../../components/display/loading-and-failure.tsx";
import { toastError } from "../../interaction/toasts.tsx";
import { useCreateApp } from "./create-app.ts";
import classes from "./empty-apps.module.css";
import { SAMPLE_RUNBOOK } from "./sample-runbook.ts";

export function EmptyApps({ onCreate, onImport }: { onCreate(): void; onImport(): void }) {
  const mayManage = useMayManage();
  const create = useCreateApp();
  if (!mayManage) {
    return (
      <Empty title="You don't have access to an app yet">
        An admin of this workspace can create one, or give you access to one.
      </Empty>
    );
  }
  return (
    <div className={classes.empty}>
      <h2>Begin with an app</h2>
      <p className={classes.words}>
        An app has a runbook: the checks that people go through on each platform. There are three ways to begin.
      </p>
      <ul className={classes.ways}>
        <Way
          icon="plus"
          title="Create it here"
          words="A name and its platforms are enough. Sections and checks follow."
        >
          <Button onClick={onCreate}>Create an app</Button>
        </Way>
        <Way icon="upload" title="Import a file" words="A runbook as YAML or JSON. Drop it anywhere on this page.">
          <Button variant="default" onClick={onImport}>
            Choose a file
          </Button>
        </Way>
        <Way icon="search" title="Look around first" words="A sample shop with eight checks on three platforms.">
          <Button
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate(SAMPLE_RUNBOOK, { onError: toastError })}
          >
            Add the sample
          </Button>
        </Way>
      </ul>
    </div>
  );
}

function Way(props: { icon: IconName; title: string; words: string; children: React.ReactNode }) {
  return (
    <li className={classes.way}>
      <span className={classes.icon}>
        <Icon name={props.icon} size={18} />
      </span>
      <h3>{props.title}</h3>
      <p>{props.words}</p>
      {props.children}
    </li>
  );
}
