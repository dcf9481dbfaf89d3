// Every tool that is told what happens to issues.
import type { Tool } from "../domain/connection.ts";
import type { Forwarder } from "./forwarder.ts";

export const FORWARDERS: Partial<Record<Tool, Forwarder>> = {};
