// One's own second factors, and that changing them asks for the password or a factor again when neither was given lately.
import { useQuery } from "@tanstack/react-query";
import { ApiError, get } from "./client.ts";
import type { Factors } from "./types.ts";

export const FACTORS = ["second-factors"] as const;

export function useFactors() {
  return useQuery({ queryKey: FACTORS, queryFn: () => get<Factors>("/me/second-factors") });
}

export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiError && error.code === "confirmation_needed";
}
