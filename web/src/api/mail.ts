// Whether this server sends mail.
import { useQuery } from "@tanstack/react-query";
import { get } from "./client.ts";
import type { MailSending } from "./types.ts";

/** Whether the server sends mail; false until known. */
export function useSendsMail(): boolean {
  const { data } = useQuery({
    queryKey: ["mail"],
    queryFn: () => get<MailSending>("/mail"),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.sends_mail === true;
}
