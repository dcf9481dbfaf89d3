// /results/export: who tested what and when, as a file of any length.
import { Readable } from "node:stream";
import type { ResultPageQuery } from "../../../storage/results/result-pages.ts";
import {
  ExportResultsQuery,
  headOfResults,
  RESULTS_TYPES,
  type ResultsFormat,
} from "../../../wire/results/results-export.ts";
import { attachment } from "../../pipeline/attachment-header.ts";
import { withoutStalling } from "../../pipeline/file-answer.ts";
import { readInThread } from "../../pipeline/read-in-thread.ts";
import { type Call, type Route, route } from "../../pipeline/route.ts";
import { readResultFilter } from "./result-filter.ts";

/** Results that are read at a time: others have their turn in between. */
const PIECE = 2_000;

export const resultsExportRoutes: Route[] = [
  route({
    method: "GET",
    path: "/results/export",
    summary: "Get results as a file: who tested what and when",
    role: "viewer",
    subject: "query.app",
    query: ExportResultsQuery,
    response: null,
    async handle(call) {
      const { query, request } = call;
      const { format } = query;
      const { apps, page } = await readResultFilter(call, query);
      const { name } = apps![0]!;
      const headers = {
        "content-type": RESULTS_TYPES[format],
        "content-disposition": attachment(`${name} results`, format),
        "cache-control": "private, no-cache",
      };
      if (request.method === "HEAD") return { body: Readable.from([]), headers };
      const pieces = piecesOf(call, name, page, format);
      // What can't be read at all is answered as an error, and not in the middle of a file.
      const first = await pieces.next();
      const rest = Readable.from(together(first.value ?? "", pieces), { objectMode: false });
      return { body: withoutStalling(request, rest), headers };
    },
  }),
];

async function* together(first: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

/** Pieces of an export from the newest to the oldest: results recorded meanwhile are above what is still to be read. */
async function* piecesOf(
  call: Call,
  appName: string,
  page: Omit<ResultPageQuery, "limit">,
  format: ResultsFormat,
): AsyncGenerator<string> {
  let head = headOfResults(format);
  for (let below: string | null = page.recorded.below; below !== null; ) {
    const wanted: ResultPageQuery = { ...page, recorded: { ...page.recorded, below }, limit: PIECE };
    const { text, next } = await readInThread(call, true, "exportResults", { wanted, appName, format });
    below = next;
    if (head + text !== "") yield head + text;
    head = "";
  }
}
