// Every tool that is listened to.
import type { Tool } from "../../domain/connection.ts";
import type { ToolIntake } from "./tool.ts";

export const INTAKES: Partial<Record<Tool, ToolIntake>> = {};
