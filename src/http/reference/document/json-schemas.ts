// Schemas as the document has them: JSON Schema made from what validates, with those that have a name in one place.
import * as z from "zod";
import { shownFor } from "../../../lib/schema/shown-as.ts";
import type { OperationGroup } from "./operation.ts";

// biome-ignore lint/suspicious/noExplicitAny: JSON Schema is what it is
export type JsonSchema = Record<string, any>;

const NAME = "x-name";

export class JsonSchemas {
  /** The named ones that were met, as they stand in the document. */
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = new Map<object, string>();
  readonly #fields = new Map<string, Record<string, string>>();

  readonly #isOpen: boolean;

  /**
   * Open schemas are for what we send: fields may be added to it, and whoever holds it against the document must take them.
   * What is sent to us may have no other fields.
   */
  constructor(families: readonly OperationGroup[], kind: "open" | "closed") {
    this.#isOpen = kind === "open";
    for (const { schemas } of families) {
      for (const [name, [schema, fields]] of Object.entries(schemas)) {
        this.#names.set(schema, name);
        this.#fields.set(name, fields);
      }
    }
  }

  /** The JSON schema of what is read or written with a schema: a reference if it has a name. */
  of(schema: z.ZodType): JsonSchema {
    return this.#hoisted(this.#converted(schema));
  }

  #converted(schema: z.ZodType): JsonSchema {
    const { $schema: _, ...converted } = z.toJSONSchema(schema, {
      io: "input",
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        const shown = shownFor(zodSchema);
        if (shown !== undefined) Object.assign(jsonSchema, this.#converted(shown));
        const name = this.#names.get(zodSchema);
        if (name !== undefined) (jsonSchema as JsonSchema)[NAME] = name;
      },
    });
    return converted;
  }

  /** A schema with each named part replaced by a reference. */
  #hoisted(part: JsonSchema): JsonSchema {
    const whole = Object.fromEntries(
      Object.entries(part)
        .filter(([key, value]) => key !== NAME && !isNoise(key, value) && !(this.#isOpen && isClosing(key, value)))
        .map(([key, value]) => [key, this.#below(key, value)]),
    );
    const name = part[NAME] as string | undefined;
    if (name === undefined) return whole;
    this.components[name] ??= described(whole, this.#fields.get(name)!);
    return { $ref: `#/components/schemas/${name}` };
  }

  #below(key: string, value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one) => (isSchema(one) ? this.#hoisted(one) : one));
    if (!isSchema(value)) return value;
    if (key !== "properties") return this.#hoisted(value);
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#hoisted(one)]));
  }
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isClosing(key: string, value: unknown): boolean {
  return key === "additionalProperties" && value === false;
}

/** What holds for every number and every name of a field. */
function isNoise(key: string, value: unknown): boolean {
  if (key === "propertyNames") return true;
  return (key === "minimum" || key === "maximum") && Math.abs(value as number) === Number.MAX_SAFE_INTEGER;
}

function described(schema: JsonSchema, fields: Record<string, string>): JsonSchema {
  const { "": about, ...words } = fields;
  for (const [field, description] of Object.entries(words)) {
    const property = schema.properties?.[field];
    if (property !== undefined) schema.properties[field] = { ...property, description };
  }
  return { ...(about === undefined ? {} : { description: about }), ...schema };
}
