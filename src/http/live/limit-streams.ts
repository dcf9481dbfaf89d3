// How many live streams a person, a network address and a workspace may have open, at all servers together.
import type { LivePlaces } from "../../actions/access/share-live-places.ts";
import { Fault } from "../../domain/fault.ts";
import { tokenHash } from "../../lib/crypto/token.ts";
import { livePlaceScope } from "../../storage/access/live-places.ts";
import type { PersonActor } from "../pipeline/request-actor.ts";

/** Shares how many streams this server has, and gives the others' for each. `isAll`: what was noted before is over. */
export type ShareLivePlaces = (places: LivePlaces[], isAll: boolean) => Promise<number[]>;

interface PlacesOptions {
  limits: { perPerson: number; perAddress: number; perWorkspace: number; perServer: number };
  share: ShareLivePlaces;
  /** Ends a stream of that workspace, for one of another; false if it has none that can be ended. */
  giveWay(workspaceId: string): boolean;
  /** Somebody has come to a server without streams; the last of all has gone. */
  onFirst(): void;
  onLast(): void;
}

/** A limit that a stream counts for: across all servers, and on this one while it has to leave places to others. */
interface StreamAllowance {
  scope: string;
  most: number;
  mostHere?: number;
  whose: string;
}

export class StreamPlaces {
  private readonly options: PlacesOptions;
  /** Streams of this server that are open or about to be, by scope. */
  private readonly own = new Map<string, number>();
  /** Streams of each workspace, to know whom to ask to give way. */
  private readonly ofWorkspaces = new Map<string, number>();
  private taken = 0;
  /** What the others have not been told of. */
  private due = new Set<string>();
  private isAllDue = false;
  private last: Promise<unknown> = Promise.resolve();
  private next: Promise<ReadonlyMap<string, number>> | undefined;

  constructor(options: PlacesOptions) {
    this.options = options;
  }

  /** Gives what leaves the place again. Throws `rate_limited`, `unavailable`. */
  async take(
    actor: Pick<PersonActor, "personId" | "reach" | "workspaceStreams">,
    address: string,
  ): Promise<() => void> {
    const { perPerson, perAddress, perWorkspace, perServer } = this.options.limits;
    const { workspaceId } = actor.reach;
    const places: StreamAllowance[] = [
      { scope: livePlaceScope("person", actor.personId), most: perPerson, whose: "You have" },
      { scope: livePlaceScope("address", tokenHash(address)), most: perAddress, whose: "Your network address has" },
      {
        scope: livePlaceScope("workspace", workspaceId),
        most: actor.workspaceStreams ?? Number.POSITIVE_INFINITY,
        mostHere: perWorkspace,
        whose: "Your workspace has",
      },
    ];
    const scopes = places.map(({ scope }) => scope);
    const oneMore = (this.ofWorkspaces.get(workspaceId) ?? 0) + 1;
    if (this.taken >= perServer && this.mostOfOthers(workspaceId)[1] <= oneMore) throw fullServer();
    // Those who have enough at this server cost the database nothing.
    this.requireRoom(places, 1, new Map());
    for (const scope of scopes) change(this.own, scope, 1);
    change(this.ofWorkspaces, workspaceId, 1);
    if (this.taken++ === 0) this.options.onFirst();
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      for (const scope of scopes) change(this.own, scope, -1);
      change(this.ofWorkspaces, workspaceId, -1);
      if (--this.taken === 0) this.options.onLast();
      void this.tell(...scopes);
    };
    const elsewhere = await this.tell(...scopes);
    try {
      this.requireRoom(places, 0, elsewhere);
      if (this.taken > perServer) this.makeWay(workspaceId);
    } catch (error) {
      leave();
      throw error;
    }
    return leave;
  }

  /** Tells the others everything again: it is valid for longer than the pause, and some may have missed it. */
  async renew(): Promise<void> {
    this.isAllDue = true;
    await this.tell();
  }

  private requireRoom(places: readonly StreamAllowance[], more: number, elsewhere: ReadonlyMap<string, number>): void {
    for (const { scope, most, mostHere = Number.POSITIVE_INFINITY, whose } of places) {
      const here = (this.own.get(scope) ?? 0) + more;
      if (here > mostHere) throw fullServer();
      if (here + (elsewhere.get(scope) ?? 0) > most)
        throw tooMany(`${whose} ${most} live streams open, as many as there may be`);
    }
  }

  /** The other workspace with the most streams here, and how many it has. */
  private mostOfOthers(workspaceId: string): [id: string, n: number] {
    let most: [string, number] = ["", 0];
    for (const one of this.ofWorkspaces) if (one[0] !== workspaceId && one[1] > most[1]) most = one;
    return most;
  }

  /** A full server takes in whoever has fewer than another workspace, which loses one: nobody can take all. */
  private makeWay(workspaceId: string): void {
    const [id, n] = this.mostOfOthers(workspaceId);
    const mine = this.ofWorkspaces.get(workspaceId)!;
    if (n <= mine || !this.options.giveWay(id)) throw fullServer();
  }

  /**
   * Gives how many streams the others have open. One telling goes after another, so that none brings back what is older; all that comes
   * meanwhile goes with the next.
   */
  private tell(...scopes: string[]): Promise<ReadonlyMap<string, number>> {
    for (const scope of scopes) this.due.add(scope);
    if (this.next === undefined) {
      this.next = this.last.then(() => {
        this.next = undefined;
        return this.tellDue();
      });
      this.last = this.next;
    }
    return this.next;
  }

  private async tellDue(): Promise<ReadonlyMap<string, number>> {
    if (this.isAllDue) {
      this.isAllDue = false;
      await this.share([...this.own.keys()], true);
    }
    const scopes = [...this.due];
    this.due.clear();
    const counts = scopes.length === 0 ? [] : await this.share(scopes, false);
    return new Map(counts.map((n, i) => [scopes[i]!, n]));
  }

  /** A database that takes nothing (its disk is full, say) keeps nobody from reading: then only those here count. */
  private async share(scopes: string[], isAll: boolean): Promise<number[]> {
    const places = scopes.map((scope) => ({ scope, n: this.own.get(scope) ?? 0 }));
    return this.options.share(places, isAll).catch(() => []);
  }
}

function change(counts: Map<string, number>, of: string, by: number): void {
  const n = (counts.get(of) ?? 0) + by;
  if (n > 0) counts.set(of, n);
  else counts.delete(of);
}

const RETRY_SECONDS = 5;

/** The refusal of a server that has no place left, or is about to stop. */
export function fullServer(): Fault {
  const message = "This server has as many live streams open as it may have. Try again in a moment.";
  return new Fault("unavailable", message, undefined, RETRY_SECONDS);
}

function tooMany(what: string): Fault {
  return new Fault("rate_limited", `${what}: close one first.`, undefined, RETRY_SECONDS);
}
