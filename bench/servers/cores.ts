// Which processor cores the servers, the load and the databases run on.

export const SERVER_CORE = "0";

export const LOAD_CORE = "1";

export const BOTH_CORES = "0,1";
