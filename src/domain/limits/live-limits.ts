// The numbers of live streams: how many there may be, and how long one may be silent or unread.

export const STREAMS_PER_PERSON = 20;
/** Streams from one address: more than for one person, because many people may share an address. */
export const STREAMS_PER_ADDRESS = 500;
export const STREAMS_PER_SERVER = 2_000;
/** Streams of one workspace on a server: some places are left for other workspaces. */
export const STREAMS_PER_WORKSPACE = 1_800;
/** How often a stream on which nothing happens shows that it is there. */
export const STREAM_HEARTBEAT_MS = 15_000;
/** How long other servers count a server's streams without news; news come three times as often. */
export const LIVE_PLACE_MS = 90_000;
/** How long a client may leave a stream unread before it is disconnected. */
export const STREAM_BLOCKED_MS = 30_000;
