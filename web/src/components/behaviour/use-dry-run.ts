// What a file would do, asked of the server by a dry run: again whenever the file or what is asked of it changes.
import { keepPreviousData, useQuery } from "@tanstack/react-query";

/** Asks for a plan without applying it; `asked` is what it depends on beside the file, and without a file nothing is asked. */
export function useDryRun<Plan>(file: File | null, asked: readonly unknown[], ask: (file: File) => Promise<Plan>) {
  return useQuery({
    queryKey: [...asked, file?.name, file?.lastModified, file?.size],
    queryFn: () => ask(file!),
    enabled: file !== null,
    // The file may have been mended, and the app may have changed.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });
}
