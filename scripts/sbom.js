// Writes the bill of materials, dist/sbom.cdx.json (CycloneDX): what npm knows of the packages that an installation holds,
// those that are installed beside Retest and those that are inside its built files. Run it after a build: npm run sbom
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const { name, version } = JSON.parse(readFileSync("package.json", "utf8"));
const bundled = new Set(JSON.parse(readFileSync("dist/bundled-packages.json", "utf8")).map(refOf));
const all = JSON.parse(
  execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], { encoding: "utf8", maxBuffer: 2 ** 26 }),
);
const components = all.components.filter((one) => isInstalled(one) || bundled.has(refOf(one)));

const known = new Set(components.map(refOf));
const unknown = [...bundled].filter((ref) => !known.has(ref));
if (unknown.length > 0) throw new Error(`npm knows nothing of ${unknown.join(", ")}`);

const root = all.metadata.component["bom-ref"];
const shown = new Set([root, ...components.map((one) => one["bom-ref"])]);
const bom = {
  ...all,
  metadata: { ...all.metadata, component: { ...all.metadata.component, type: "application", name } },
  components: components.map((one) => ({
    ...one,
    scope: "required",
    properties: [{ name: "retest:place", value: isInstalled(one) ? "installed" : "inside the built files" }],
  })),
  dependencies: all.dependencies
    .filter(({ ref }) => shown.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shown.has(other)) })),
};
writeFileSync("dist/sbom.cdx.json", `${JSON.stringify(bom, null, 2)}\n`);
const beside = components.filter(isInstalled).length;
console.log(
  `dist/sbom.cdx.json: ${name} ${version} has ${components.length} packages of others, ${beside} of them beside its built files`,
);

/** Those that are only built with are marked as for development. */
function isInstalled({ properties = [] }) {
  return !properties.some((one) => one.name === "cdx:npm:package:development");
}

function refOf(one) {
  return `${one.name}@${one.version}`;
}
