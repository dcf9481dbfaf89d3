// Lets servers take turns under load: a slice each, round after round, so that all of them share the machine's moods.
import type { Slice } from "../report/figures.ts";
import { LOAD_CORE } from "../servers/cores.ts";
import type { MeasuredServer } from "../servers/start-servers.ts";
import { type LoadRequest, runSlice } from "./wrk.ts";

export const CONNECTIONS = 64;
/** Rounds that don't count. */
const WARM_UP = 2;
/** Seconds of the first warm-up round of a large program, which has that much more to compile. */
const LONG_SECONDS = 12;
const SLICE_SECONDS = 1;
const TRIES = 5;

export interface Contender {
  name: string;
  server: MeasuredServer;
  /** Gives the request for the next slice. */
  request(): LoadRequest;
  /** Whether every answer must be a refusal. */
  refused?: boolean;
  /** Whether it must compile much before it is as fast as it will be. */
  isLarge?: boolean;
}

export interface Rounds {
  slices: number;
  scratch: string;
  connections?: number | undefined;
  /** Cores of those that send the load. */
  cores?: string;
  seconds?: number | undefined;
  warmUp?: number;
}

/** The slices of each contender, in their order. */
export async function takeTurns(contenders: Contender[], rounds: Rounds): Promise<Slice[][]> {
  const taken: Slice[][] = contenders.map(() => []);
  const load = {
    cores: rounds.cores ?? LOAD_CORE,
    connections: rounds.connections ?? CONNECTIONS,
    seconds: rounds.seconds ?? SLICE_SECONDS,
    scratch: rounds.scratch,
  };
  const warmUp = rounds.warmUp ?? WARM_UP;
  for (let round = -warmUp; round < rounds.slices; round++) {
    for (const [i, { name, server, request, refused, isLarge }] of contenders.entries()) {
      const isLonger = round === -warmUp && isLarge === true;
      let slice = await runSlice(server, request(), isLonger ? { ...load, seconds: LONG_SECONDS } : load);
      // A machine that others keep busy may have had no time for it.
      for (let again = 0; slice.requests === 0 && again < TRIES; again++)
        slice = await runSlice(server, request(), load);
      // The first of a flood is below the limit.
      const isAsExpected = refused === true ? slice.errors >= slice.requests - 1 : slice.errors === 0;
      if (slice.requests === 0 || !isAsExpected) {
        throw new Error(`${name}: of ${slice.requests} answers ${slice.errors} were errors`);
      }
      if (round >= 0) taken[i]!.push(slice);
    }
  }
  return taken;
}
