// Builds the interface into dist/web, from where `retest serve` serves it.
import { resolve } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { compressed } from "./compressed.ts";
import { firstFile } from "./first-file.ts";
import { pageFiles } from "./page-files.ts";
import { themeVariables } from "./theme-variables.ts";
import { workedOutLists } from "./worked-out-lists.ts";

const SERVER = `http://127.0.0.1:${process.env.PORT ?? "3000"}`;
const OUT = resolve(import.meta.dirname, "../dist/web");

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), workedOutLists(), themeVariables(), pageFiles(), compressed(OUT)],
  build: {
    outDir: OUT,
    emptyOutDir: true,
    // Which packages of others are inside: scripts/notices.js takes it from there.
    license: { fileName: ".vite/license.json" },
    // A picture inside a style sheet would be inline code to the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    reportCompressedSize: false,
    rolldownOptions: {
      // The interface recognises reports and reads none: their registry says where the readers are, and is never asked for one here.
      external: /\/reports\/[\w-]+\/read-[\w-]+\.ts$/,
      output: { codeSplitting: { groups: [firstFile()], includeDependenciesRecursively: false } },
      // Whoever starts the demo has no use for how long which part of a build took.
      checks: { bundlerTimings: false },
    },
  },
  // For `npm run dev`: the server beside it answers what is not the interface's.
  server: { proxy: { "^/(ui/v1|api|badge|docs|openapi[.]json|mcp|metrics|healthz|readyz)(?=[/?]|$)": SERVER } },
});
