// Tells all servers how many live streams one of them has open, and how many the others have.
import { LIVE_PLACE_MS } from "../../domain/limits/live-limits.ts";
import {
  countLivePlaces,
  dropLivePlacesBefore,
  dropOlderLivePlaces,
  putLivePlaces,
} from "../../storage/access/live-places.ts";
import { defineAction } from "../define-action.ts";
import type { UnitOfWork } from "../unit-of-work.ts";

export interface LivePlaces {
  scope: string;
  /** Streams that are open at this server. */
  n: number;
}

interface ShareLivePlaces {
  server: string;
  places: LivePlaces[];
  /** Whether these are all of the server's streams: what it noted before is then over. */
  isAll: boolean;
}

/** Notes this server's open streams and gives the others', in the order of `places`. Notes expire, in case a server dies. */
export const shareLivePlaces = defineAction({
  name: "shareLivePlaces",
  async run({ tx, now }: UnitOfWork, { server, places, isAll }: ShareLivePlaces): Promise<number[]> {
    const until = now + LIVE_PLACE_MS;
    const elsewhere: number[] = [];
    for (const { scope, n } of places) {
      putLivePlaces(tx, { scope, server, n, until });
      if (!isAll) elsewhere.push(await countLivePlaces(tx, scope, server, now));
    }
    if (isAll) {
      dropOlderLivePlaces(tx, server, until);
      dropLivePlacesBefore(tx, now);
    }
    return elsewhere;
  },
});
