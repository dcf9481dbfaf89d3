// The first file of the single executable. What the program consists of is inside; native parts and threads have to be files, so all of
// it is unpacked on the first start of a version, beside the data, and used from there ever after.
const cluster = require("node:cluster");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const { createRequire } = require("node:module");
const { homedir } = require("node:os");
const { dirname, join } = require("node:path");
const { getAsset } = require("node:sea");
const { deserialize } = require("node:v8");
const { gunzipSync } = require("node:zlib");

// A worker is started as `node FILE ARGUMENTS`, and here the file is the executable itself.
if (cluster.isWorker) process.argv.splice(2, 1);
const [, , command = ""] = process.argv;
const name = Buffer.from(getAsset("name")).toString();
const data = process.env.RETEST_DATA_DIR || "data";
// Who only talks to a server has no data here.
const isHere = Boolean(process.env.RETEST_DATA_DIR) || ["serve", "demo"].includes(command) || fs.existsSync(data);
const own = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "retest");
const places = process.env.RETEST_PROGRAM_DIR
  ? [process.env.RETEST_PROGRAM_DIR]
  : isHere
    ? [join(data, "program"), own]
    : [own];

createRequire(fs.realpathSync(place()) + "/")("./start.cjs");

function place() {
  const refused = [];
  for (const folder of places) {
    const unpacked = join(folder, name);
    try {
      if (!isThere(unpacked)) unpack(folder, unpacked);
      return unpacked;
    } catch (error) {
      refused.push(`${folder} (${error.code || error.message})`);
    }
  }
  process.stderr.write(
    `retest: there is no room for the program: ${refused.join(", ")}. Name a folder with RETEST_PROGRAM_DIR.\n`,
  );
  process.exit(2);
}

/** Nobody else may have put it there, or be able to change it. */
function isThere(folder) {
  if (!fs.existsSync(join(folder, "start.cjs"))) return false;
  const { uid, mode } = fs.statSync(folder);
  if ((uid !== process.getuid() && uid !== 0 && process.getuid() !== 0) || (mode & 0o022) !== 0) {
    throw new Error("somebody else can write to it");
  }
  return true;
}

/** Under another name first: what is there is there as a whole, also if several start at once. */
function unpack(folder, unpacked) {
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const half = fs.mkdtempSync(join(folder, ".half-"));
  const packed = Buffer.from(getAsset("program"));
  if (createHash("sha256").update(packed).digest("hex").slice(0, 12) !== name.split("-").at(-1)) {
    throw new Error("the executable is damaged");
  }
  for (const [path, bytes] of deserialize(gunzipSync(packed))) {
    const file = join(half, path);
    fs.mkdirSync(dirname(file), { recursive: true, mode: 0o755 });
    fs.writeFileSync(file, bytes, { mode: 0o644 });
  }
  fs.chmodSync(half, 0o755);
  try {
    fs.renameSync(half, unpacked);
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    if (!isThere(unpacked)) throw error;
  }
  // What earlier versions left.
  for (const other of fs.readdirSync(folder)) {
    const isOld = other.startsWith("retest-") && other !== name;
    if (isOld) fs.rmSync(join(folder, other), { recursive: true, force: true });
  }
}
