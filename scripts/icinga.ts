// Lets a real Icinga 2, as Debian ships it, notify the built server's webhook by what the template for Nagios has people write as NotificationCommands. npx tsx scripts/icinga.ts
import { startIcinga } from "./icinga-server.ts";
import { tryWatcher } from "./watcher.ts";

await tryWatcher({
  program: { title: "Icinga 2", name: "icinga2-bin", service: "icinga2", programs: ["icinga2"] },
  start: startIcinga,
  // All of it: no shell is between.
  told: { output: 'HTTP CRITICAL: 503 für 100% + `id` "$(id)" = no answer', by: "Nagios via webhook" },
});
