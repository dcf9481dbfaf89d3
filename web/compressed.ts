// Each file of the build beside its compressed forms, so that the server never compresses anything.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTHWHILE = /\.(html|js|css|svg|json|txt)$/;

export function compressed(folder: string): Plugin {
  return {
    name: "compressed",
    closeBundle() {
      for (const path of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (WORTHWHILE.test(path)) compress(join(folder, path));
      }
    },
  };
}

function compress(file: string): void {
  const bytes = readFileSync(file);
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
}
