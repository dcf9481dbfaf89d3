// Erasures as they cross the boundary.
import * as z from "zod";
import { isReporterEmail } from "../../domain/report/reporter-email.ts";

const MIN_ADDRESS = 3;

/** Reporters may have anything for an address; a shorter text would be found everywhere. */
export const reporterAddress = z
  .string()
  .transform((text) => text.trim().toLowerCase())
  .refine(
    (text) => text.length >= MIN_ADDRESS && isReporterEmail(text),
    `expected an address of at least ${MIN_ADDRESS} characters`,
  );
