// What somebody sends to get a workspace of their own.
import * as z from "zod";
import { isoTime } from "../../lib/clock.ts";
import type { SignUp } from "../../storage/access/sign-ups.ts";
import { newPassword, personEmail, timestamp, workspaceName } from "../fields.ts";
import { personName } from "./person-name.ts";

export const AskToSignUpBody = z.strictObject({ email: personEmail });

export const SignUpBody = z.strictObject({
  token: z.string(),
  workspace: workspaceName,
  name: personName,
  password: newPassword,
});

/** The address that a link confirms. */
export const SignUpSchema = z.strictObject({ email: z.string(), expires_at: timestamp });

export function presentSignUp(email: string, { expiresAt }: SignUp): string {
  return JSON.stringify({ email, expires_at: isoTime(expiresAt) } satisfies z.infer<typeof SignUpSchema>);
}
