// Finding a check or a section by what people call it: its id, else its ref, else its exact title.
import { suggestion } from "../../lib/text/did-you-mean.ts";
import { quote } from "../../lib/text/text.ts";
import { Fault, notFound } from "../fault.ts";

interface Named {
  id: string;
  ref: string;
  title: string;
}

interface NamedCheck extends Named {
  sectionId: string;
}

/** The one section meant. Throws `not_found`, `ambiguous_section`. */
export function pickSection<T extends Named>(candidates: readonly T[], name: string): T {
  const exact = byIdOrRef(candidates, name);
  if (exact) return exact;
  const titled = candidates.filter((section) => section.title === name);
  if (titled.length > 1) {
    throw new Fault(
      "ambiguous_section",
      `section: ${titled.length} sections have this title; name one by its ref: ${refs(titled)}.`,
    );
  }
  if (titled[0]) return titled[0];
  const known = candidates.flatMap((section) => [section.title, section.ref]);
  throw notFound(`section as ${quote(name)}`, suggestion(name, known));
}

/** The one check meant, within a section if one is given; undefined if there is none. Throws `ambiguous_check`. */
export function pickCheck<T extends NamedCheck>(
  candidates: readonly T[],
  name: string,
  sectionId: string | null,
): T | undefined {
  const inside = sectionId === null ? candidates : candidates.filter((check) => check.sectionId === sectionId);
  const exact = byIdOrRef(inside, name);
  if (exact) return exact;
  const titled = inside.filter((check) => check.title === name);
  if (titled.length > 1) {
    const how = sectionId === null ? "name its section too, or use a ref" : "use a ref";
    throw new Fault("ambiguous_check", `check: ${titled.length} checks have this title; ${how}: ${refs(titled)}.`);
  }
  return titled[0];
}

function byIdOrRef<T extends Named>(candidates: readonly T[], name: string): T | undefined {
  return candidates.find((one) => one.id === name) ?? candidates.find((one) => one.ref === name);
}

function refs(found: readonly Named[]): string {
  return found
    .slice(0, 10)
    .map((one) => JSON.stringify(one.ref))
    .join(", ");
}
