// One fact about an issue, and a name that may lead out of here.
import type { ReactNode } from "react";
import { Icon } from "../../../components/display/icons.tsx";
import { httpLink, Name } from "../fields/issue-labels.tsx";
import classes from "./issue-facts.module.css";

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={classes.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function Outside({ address, text }: { address: string | null; text: string }) {
  const link = httpLink(address);
  if (link === null) return <Name text={text} />;
  return (
    <a href={link} target="_blank" rel="noopener noreferrer nofollow" className={classes.link}>
      <Name text={text} /> <Icon name="external" size={13} />
    </a>
  );
}
