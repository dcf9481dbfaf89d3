// Fills all expressions in for a tool that Retest knows; what stands there then is changed like any other.
import { NativeSelect } from "@mantine/core";
import type { Webhook } from "../../../api/types.ts";
import { toast } from "../../../interaction/toasts.tsx";
import { isSameMapping, type MappingTexts, textsOf } from "../data/mapping-keys.ts";
import { useWebhookTemplates } from "../data/webhook-data.ts";

interface Props {
  texts: MappingTexts;
  /** `recoveries` is what the template proposes for them. */
  onFill(texts: MappingTexts, recoveries?: Webhook["recoveries"]): void;
}

export function TemplateChoice({ texts, onFill }: Props) {
  const { data: templates = [] } = useWebhookTemplates();
  const current = templates.find((template) => isSameMapping(textsOf(template), texts));
  const fill = (name: string) => {
    const chosen = templates.find((template) => template.name === name);
    if (chosen === undefined) return;
    onFill(textsOf(chosen), chosen.recoveries ?? undefined);
    const also = chosen.recoveries === "fix" ? " Once saved, a recovery marks its issue fixed." : "";
    toast({ text: `The expressions are filled in for ${chosen.label}.${also}`, undo: () => onFill(texts) });
  };
  return (
    <NativeSelect
      label="Template"
      description="Fills in the expressions for a tool; change what you like. Once they are saved, “Set up” has the steps for the tool."
      disabled={templates.length === 0}
      value={current?.name ?? ""}
      data={[
        { value: "", label: "None, or changed" },
        ...templates.map(({ name, label, sends }) => ({ value: name, label: `${label}: ${sends}` })),
      ]}
      onChange={(event) => fill(event.currentTarget.value)}
    />
  );
}
