// What a person sends to sign in and to change their password.
import { z } from "zod";
import { oneLine } from "../lib/text.ts";
import { newPassword } from "./fields.ts";

/** Whatever is typed here is either right or wrong: what a password must be like is said when one is chosen. */
export const SignInBody = z.strictObject({
  email: z.string().transform((text) => oneLine(text).toLowerCase()),
  password: z.string(),
});

export const ChangePasswordBody = z.strictObject({ current_password: z.string(), new_password: newPassword });
