// Every app in reach: how far it is, what waits for somebody, and the way in.
import { Button, SegmentedControl, TextInput } from "@mantine/core";
import { Suspense, useEffect, useRef, useState } from "react";
import { useOverview } from "../../api/apps.ts";
import { useHasRole, useMayManage } from "../../api/session.tsx";
import { Boundary, lazyLoad } from "../../components/behaviour/lazy-load.tsx";
import { LoadOnOpen } from "../../components/behaviour/load-on-open.tsx";
import { Icon } from "../../components/display/icons.tsx";
import { Failure, Waiting } from "../../components/display/loading-and-failure.tsx";
import { FileDrop } from "../../components/import/file-drop.tsx";
import { useCommands } from "../../interaction/commands.tsx";
import { useShortcuts } from "../../interaction/shortcuts.tsx";
import { AppCard } from "./app-card.tsx";
import classes from "./apps-page.module.css";
import { EmptyApps } from "./empty-apps.tsx";
import { type Order, useAppsOrder } from "./use-apps-order.ts";

const CreateAppDialog = lazyLoad(() => import("./create-app-dialog.tsx"), "CreateAppDialog");
const ImportDialog = lazyLoad(() => import("../../components/import/import-dialog.tsx"), "ImportDialog");
const ArchivedApps = lazyLoad(() => import("./archived-apps.tsx"), "ArchivedApps");

const KeyWarning = lazyLoad(() => import("./key-warning.tsx"), "KeyWarning");

const NONE: never[] = [];

export function AppsPage() {
  const { data: apps, error, refetch } = useOverview();
  const mayCreate = useMayManage();
  const mayImport = useHasRole("admin");
  const [open, setOpen] = useState<"create" | "import" | null>(null);
  const [file, setFile] = useState<File | null>(null);
  const { shown, order, setOrder, text, setText, hasFilter } = useAppsOrder(apps ?? NONE);
  const filter = useRef<HTMLInputElement>(null);
  useEffect(() => {
    document.title = "Apps · Retest";
  }, []);

  const close = () => setOpen(null);
  const openCreate = () => setOpen("create");
  const openImport = (dropped: File | null) => {
    setFile(dropped);
    setOpen("import");
  };
  useShortcuts([
    { keys: ["j", "ArrowDown"], label: "Next app", group: "Apps", run: () => moveFocus(1) },
    { keys: ["k", "ArrowUp"], label: "Previous app", group: "Apps", run: () => moveFocus(-1) },
    ...(hasFilter ? [{ keys: ["/"], label: "Filter", group: "Apps", run: () => filter.current?.focus() }] : []),
    ...(mayCreate ? [{ keys: ["c"], label: "New app", group: "Apps", run: openCreate }] : []),
    ...(mayImport ? [{ keys: ["i"], label: "Import a runbook", group: "Apps", run: () => openImport(null) }] : []),
  ]);
  useCommands([
    ...(mayCreate ? [{ label: "New app", run: openCreate }] : []),
    ...(mayImport ? [{ label: "Import a runbook", run: () => openImport(null) }] : []),
    { label: "Sort apps by name", run: () => setOrder("name") },
    { label: "Sort apps by what needs attention", run: () => setOrder("attention") },
  ]);

  if (apps === undefined)
    return error === null ? <Waiting /> : <Failure level={1} error={error} retry={() => void refetch()} />;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <h1>Apps</h1>
        {apps.length > 0 && (
          <div className={classes.tools}>
            {hasFilter && (
              <TextInput
                ref={filter}
                className={classes.filter}
                aria-label="Filter apps"
                placeholder="Filter"
                leftSection={<Icon name="filter" />}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key === "Escape") setText("");
                  else if (event.key === "Enter" || event.key === "ArrowDown") moveFocus(1);
                }}
              />
            )}
            {apps.length > 1 && (
              <SegmentedControl
                size="xs"
                className={classes.order}
                aria-label="Order"
                value={order}
                onChange={(value) => setOrder(value as Order)}
                data={[
                  { value: "attention", label: "Needs attention" },
                  { value: "name", label: "Name" },
                ]}
              />
            )}
            {mayImport && (
              <Button variant="default" leftSection={<Icon name="upload" />} onClick={() => openImport(null)}>
                Import
              </Button>
            )}
            {mayCreate && (
              <Button leftSection={<Icon name="plus" />} onClick={openCreate}>
                New app
              </Button>
            )}
          </div>
        )}
      </div>
      {mayCreate && (
        <Boundary place={null} fallback={() => null}>
          <Suspense>
            <KeyWarning />
          </Suspense>
        </Boundary>
      )}
      {apps.length === 0 && <EmptyApps onCreate={openCreate} onImport={() => openImport(null)} />}
      {shown.length > 0 && (
        <ul className={classes.list} aria-label="Apps">
          {shown.map((app) => (
            <AppCard key={app.id} app={app} />
          ))}
        </ul>
      )}
      {apps.length > 0 && shown.length === 0 && (
        <p className={classes.nothing} role="status">
          No app has these words in its name or platforms.{" "}
          <button type="button" className={classes.clear} onClick={() => setText("")}>
            Show all
          </button>
        </p>
      )}
      <Boundary place={apps} fallback={() => null}>
        <Suspense>
          <ArchivedApps />
        </Suspense>
      </Boundary>
      {mayImport && <FileDrop words="Drop the runbook to see what it would change" onFile={openImport} />}
      <LoadOnOpen what={open} onClose={close} takesKeys>
        {open === "create" && <CreateAppDialog onClose={close} />}
        {open === "import" && <ImportDialog file={file} into={null} onFile={setFile} onClose={close} />}
      </LoadOnOpen>
    </div>
  );
}

/** Moves the focus to the next or the last app's link. */
function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("[data-app-link]")];
  const here = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
  const next = here === -1 ? (step === 1 ? 0 : links.length - 1) : here + step;
  links[next]?.focus();
}
