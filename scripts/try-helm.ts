// Renders the Helm chart in several ways and holds what comes out against Kubernetes' own models, without a cluster: every field must be
// one that they know, of the type that they name. Uses helm if it is on the machine, else Go's templates with Helm's functions
// (scripts/helm/render.go), which it installs where Debian's packages can be. npm run try-helm
import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { parseAllDocuments, stringify } from "yaml";
import { findFolder } from "./debian-program.ts";

const CHART = "deploy/helm";
const MODELS = "@kubernetes/client-node@2.0.1";
const GO_TEMPLATES = {
  title: "Go with Helm's functions",
  packages: ["golang-go", "golang-github-masterminds-sprig-dev", "golang-gopkg-yaml.v3-dev"],
  folder: "/usr/share/gocode/src/github.com/Masterminds/sprig",
  answers: [],
};
const LEAST = { image: { repository: "registry.example.com/retest" }, existingSecret: "retest" };
const FULL = {
  ...LEAST,
  ...{ replicas: 3, postgres: true, baseUrl: "https://retest.example.com", settings: { RETEST_WORKERS: "2" } },
  image: {
    repository: "registry.example.com/retest",
    digest: `sha256:${"0".repeat(64)}`,
    pullSecrets: [{ name: "pull" }],
  },
  ingress: { enabled: true, className: "nginx", host: "retest.example.com", tlsSecret: "tls", annotations: { a: "b" } },
  serviceMonitor: { enabled: true, labels: { release: "prometheus" } },
  persistence: { storageClass: "nfs" },
  ...{ podAnnotations: { a: "b" }, nodeSelector: { a: "b" }, tolerations: [{ key: "a", operator: "Exists" }] },
  affinity: { nodeAffinity: {} },
};

const run = promisify(execFile);
const hasHelm = spawnSync("helm", ["version"]).status === 0;
const folder = mkdtempSync(join(tmpdir(), "retest-helm-"));
try {
  console.log(hasHelm ? "  rendered by helm" : "  rendered by Go's templates: helm is not on this machine");
  if (!hasHelm) await findFolder(GO_TEMPLATES);
  await run("npm", ["install", "--prefix", folder, "--no-save", "--ignore-scripts", MODELS], {
    cwd: folder,
    // Only what it says of Kubernetes is read: which Node it is for does not matter.
    env: { ...process.env, npm_config_engine_strict: "false" },
  });
  const main = join(folder, "node_modules/@kubernetes/client-node/dist/gen/models/all.js");
  const models: Record<string, Model | undefined> = await import(pathToFileURL(main).href);
  await look("the least that must be given", LEAST, ["Deployment", "PersistentVolumeClaim", "Service"], models);
  const all = ["Deployment", "Ingress", "PersistentVolumeClaim", "PodDisruptionBudget", "Service", "ServiceMonitor"];
  await look("everything that can be given", FULL, all, models);
  await look(
    "a claim that exists",
    { ...LEAST, persistence: { existingClaim: "c" } },
    ["Deployment", "Service"],
    models,
  );
  await refuse("no image", { existingSecret: "retest" }, "image.repository");
  await refuse("no secret", { image: LEAST.image }, "existingSecret");
  await refuse("two servers on the embedded database", { ...LEAST, replicas: 2 }, "PostgreSQL");
  await refuse("an ingress without a host", { ...LEAST, ingress: { enabled: true } }, "ingress.host");
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function render(values: object): Promise<{ text: string; wrong: string }> {
  const file = join(folder, "values.yaml");
  writeFileSync(file, stringify(values));
  const env = { ...process.env, GO111MODULE: "off", GOPATH: "/usr/share/gocode", GOCACHE: join(tmpdir(), "retest-go") };
  const done = hasHelm
    ? spawnSync("helm", ["template", "shop", CHART, "--values", file], { encoding: "utf8" })
    : spawnSync("go", ["run", "scripts/helm/render.go", CHART, "shop"], {
        encoding: "utf8",
        env,
        input: stringify(values),
      });
  if (done.error !== undefined) throw new Error(`neither helm nor go can be run (${done.error.message})`);
  return { text: done.stdout, wrong: done.status === 0 ? "" : done.stderr };
}

async function look(name: string, values: object, kinds: string[], models: Record<string, Model | undefined>) {
  const { text, wrong } = await render(values);
  if (wrong !== "") throw new Error(`${name}: ${wrong}`);
  const objects = parseAllDocuments(text).map((document) => {
    if (document.errors.length > 0) throw new Error(`${name}: ${document.errors[0]!.message}\n${text}`);
    return document.toJS() as KubernetesObject;
  });
  same(`${name}: kinds`, objects.map(({ kind }) => kind).sort(), kinds);
  for (const object of objects) {
    // This kind is the Prometheus operator's, which Kubernetes knows nothing of.
    if (object.kind === "ServiceMonitor") continue;
    const faults = faultsOf(object, `V1${object.kind}`, object.kind, models);
    if (faults.length > 0) throw new Error(`${name}: ${faults.join("; ")}`);
  }
  const selector = objects.find(({ kind }) => kind === "Service")!.spec.selector;
  const { spec } = objects.find(({ kind }) => kind === "Deployment")!;
  same(`${name}: the service finds the servers`, spec.template.metadata.labels, selector);
  console.log(`  ${name}: ${objects.length} objects`);
}

async function refuse(name: string, values: object, words: string): Promise<void> {
  const { wrong } = await render(values);
  if (!wrong.includes(words)) throw new Error(`${name} is not refused for ${words}: ${wrong}`);
  console.log(`  ${name} is refused`);
}

interface Model {
  attributeTypeMap: { name: string; baseName: string; type: string }[];
}

interface KubernetesObject {
  kind: string;
  // biome-ignore lint/suspicious/noExplicitAny: of any kind
  spec: any;
}

/** Where a value is not what the model says. */
function faultsOf(value: unknown, type: string, place: string, models: Record<string, Model | undefined>): string[] {
  const [, item] = /^Array<(.+)>$/.exec(type) ?? [];
  if (item !== undefined) {
    if (!Array.isArray(value)) return [`${place}: expected a list`];
    return value.flatMap((one, i) => faultsOf(one, item, `${place}[${i}]`, models));
  }
  if (/^\{/.test(type)) return typeof value === "object" && value !== null ? [] : [`${place}: expected fields`];
  if (type === "IntOrString")
    return ["string", "number"].includes(typeof value) ? [] : [`${place}: a number or a name`];
  const model = models[type];
  if (model?.attributeTypeMap === undefined)
    return typeof value === type || type === "any" ? [] : [`${place}: expected ${type}`];
  if (typeof value !== "object" || value === null) return [`${place}: expected ${type}`];
  return Object.entries(value).flatMap(([key, one]) => {
    const field = model.attributeTypeMap.find(({ baseName }) => baseName === key);
    return field === undefined ? [`${place}.${key}: unknown`] : faultsOf(one, field.type, `${place}.${key}`, models);
  });
}

function same(what: string, found: unknown, expected: unknown): void {
  if (JSON.stringify(found) === JSON.stringify(expected)) return;
  throw new Error(`${what}: ${JSON.stringify(found)}, not ${JSON.stringify(expected)}`);
}
