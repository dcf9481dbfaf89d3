// Second factors as they cross the boundary. A secret or a recovery code is in an answer only when it was just made.
import * as z from "zod";
import { FACTOR_KINDS, type SignInNeed } from "../../domain/access/second-factor.ts";
import { MAX_NAME } from "../../domain/limits.ts";
import { isoTime } from "../../lib/clock.ts";
import { nameText } from "../../lib/schema/fields.ts";
import { optional } from "../../lib/schema/optional.ts";
import type { SecondFactor } from "../../storage/access/second-factors.ts";
import { timestamp } from "../fields.ts";
import { MadePasskeyBody, SignedByPasskeyBody } from "./passkey.ts";

const factorName = nameText(MAX_NAME);
/** The code without spaces: apps show it in two groups. */
const code = z.string().transform((text) => text.replaceAll(/\s/g, ""));
const isOne = (given: object) => Object.values(given).filter((one) => one !== undefined).length === 1;

export const ShowFactorBody = z
  .strictObject({
    passkey: optional(SignedByPasskeyBody),
    code: optional(code),
    recovery_code: optional(z.string().max(100)),
  })
  .refine(isOne, "expected one of passkey, code and recovery_code");
export type ShownFactor = z.infer<typeof ShowFactorBody>;

export const ConfirmBody = z
  .strictObject({ password: optional(z.string()), passkey: optional(SignedByPasskeyBody), code: optional(code) })
  .refine(isOne, "expected one of password, passkey and code");

export const AddFactorBody = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("totp"), name: factorName, setup: z.string().max(1_000), code }),
  z.strictObject({ kind: z.literal("passkey"), name: factorName, passkey: MadePasskeyBody }),
]);

export const RenameFactorBody = z.strictObject({ name: factorName });

/** What signing in still needs: one of these. */
export const SignInNeedsSchema = z.strictObject({ needs: z.array(z.enum([...FACTOR_KINDS, "recovery"])) });

export const FactorSchema = z.strictObject({
  id: z.string(),
  kind: z.enum(FACTOR_KINDS),
  name: z.string(),
  created_at: timestamp,
  last_used_at: timestamp.nullable(),
});

export const FactorsSchema = z.strictObject({
  factors: z.array(FactorSchema),
  recovery_codes_left: z.number().int(),
  /** Whether adding and removing would ask for the password or a factor first. */
  confirmed: z.boolean(),
});

export const TotpSetupSchema = z.strictObject({ secret: z.string(), uri: z.string(), setup: z.string() });

export const RecoveryCodesSchema = z.strictObject({ recovery_codes: z.array(z.string()) });

/** The recovery codes come with the first factor only. */
export const AddedFactorSchema = z.strictObject({
  factor: FactorSchema,
  recovery_codes: z.array(z.string()).nullable(),
});

export function presentNeeds(needs: SignInNeed[]): string {
  return JSON.stringify({ needs } satisfies z.infer<typeof SignInNeedsSchema>);
}

export function presentFactor({ id, kind, name, createdAt, lastUsedAt }: SecondFactor): z.infer<typeof FactorSchema> {
  const used = lastUsedAt === null ? null : isoTime(lastUsedAt);
  return { id, kind, name, created_at: isoTime(createdAt), last_used_at: used };
}

export function presentFactors(factors: readonly SecondFactor[], codesLeft: number, confirmed: boolean): string {
  const shown = { factors: factors.map(presentFactor), recovery_codes_left: codesLeft, confirmed };
  return JSON.stringify(shown satisfies z.infer<typeof FactorsSchema>);
}

export function presentAddedFactor(factor: SecondFactor, codes: string[] | null): string {
  const shown = { factor: presentFactor(factor), recovery_codes: codes };
  return JSON.stringify(shown satisfies z.infer<typeof AddedFactorSchema>);
}
