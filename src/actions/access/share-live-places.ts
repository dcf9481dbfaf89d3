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
  /** Open at this server. */
  n: number;
}

interface ShareLivePlaces {
  server: string;
  places: LivePlaces[];
  /** Whether these are all that the server has: whatever else it said is over. */
  isAll: boolean;
}

/** In the order of `places`: how many the others have open. What a server says holds for a while only, in case it ends without a word. */
export const shareLivePlaces = defineAction({
  name: "shareLivePlaces",
  async run({ tx, now }: UnitOfWork, { server, places, isAll }: ShareLivePlaces): Promise<number[]> {
    const until = now + LIVE_PLACE_MS;
    const elsewhere: number[] = [];
    for (const { scope, n } of places) {
      putLivePlaces(tx, scope, server, n, until);
      if (!isAll) elsewhere.push(await countLivePlaces(tx, scope, server, now));
    }
    if (isAll) {
      dropOlderLivePlaces(tx, server, until);
      dropLivePlacesBefore(tx, now);
    }
    return elsewhere;
  },
});
