// Lets a real Nagios, as Debian ships it, notify the built server's webhook by the very commands that the template gives people to paste. npx tsx scripts/nagios.ts
import { startNagios } from "./nagios-server.ts";
import { tryWatcher } from "./watcher.ts";

await tryWatcher({
  program: { title: "Nagios", name: "nagios4-core", service: "nagios4", programs: ["nagios4"] },
  start: startNagios,
  // The signs that Debian's set-up takes out of the output of a macro are left out here.
  told: { output: "HTTP CRITICAL: 503 für 100% + id (id) = no answer", by: "Nagios via webhook" },
});
