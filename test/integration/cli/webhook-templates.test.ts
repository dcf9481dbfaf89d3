// `retest webhook …`: against a running server, as an admin would.
import { describe, expect, test } from "vitest";
import { TEMPLATE_REGISTRY } from "../../../src/integrations/template-registry.ts";
import { command } from "../../support/clients/command.ts";
import { openHook } from "../../support/clients/webhook-client.ts";
import { ANY_DATABASE } from "../../support/server/test-server.ts";
import { worldOf } from "../../support/server/use-test-server.ts";

describe.each(ANY_DATABASE)("on %s", (kind) => {
  const world = worldOf(kind);
  const webhook = (key: string, ...args: string[]) =>
    command(["webhook", ...args], { RETEST_URL: world.address, RETEST_API_KEY: key });

  test("templates are listed, and one is shown with its mapping, its steps and what to paste", async () => {
    const all = await webhook(world.viewer, "templates");
    expect([all.code, all.stdout.trim().split("\n").length]).toEqual([0, TEMPLATE_REGISTRY.length]);
    expect(all.stdout).toContain("grafana       Grafana: Alerts\n");
    const { stdout } = await webhook(world.viewer, "templates", "alertmanager");
    expect(stdout).toContain('"items": "alerts"');
    expect(stdout).toContain("\n1. Add a receiver with the webhook URL");
    expect(stdout).toContain("        max_alerts: 100\n");
    const one = JSON.parse((await webhook(world.viewer, "templates", "zabbix", "--json")).stdout);
    const zabbix = TEMPLATE_REGISTRY.find(({ name }) => name === "zabbix");
    expect(one).toEqual({ ...JSON.parse(JSON.stringify(zabbix)), recoveries: "fix" });
    const airbrake = JSON.parse((await webhook(world.viewer, "templates", "airbrake", "--json")).stdout);
    expect(airbrake.recoveries).toBeNull();
  });

  test("one is filled in, and the next delivery is read by it", async () => {
    const hook = await openHook(world);
    const { code, stdout } = await webhook(world.admin, "fill", hook.app.name, "opsgenie");
    expect([code, ...stdout.split("\n").slice(0, 2)]).toEqual([
      0,
      `Payloads are read as those of Opsgenie, Jira Service Management now. The webhook URL: ${(await hook.config()).url}`,
      "A recovery marks its issue fixed (recoveries: fix).",
    ]);
    const sent = { action: "Create", alert: { message: "Down", alertId: "a1", priority: "P1" } };
    expect(await hook.raised(sent)).toMatchObject({ text: "Down", priority: "urgent", webhook: { external_id: "a1" } });
  });

  test("after a template is filled in, a recovery that comes after the fix raises nothing, and one that comes before fixes", async () => {
    const hook = await openHook(world);
    expect((await hook.config()).recoveries).toBe("raise");
    await webhook(world.admin, "fill", hook.app.id, "alertmanager");
    expect((await hook.config()).recoveries).toBe("fix");
    const alert = (status: string) => ({
      alerts: [{ status, labels: { alertname: "ApiDown", severity: "critical" }, fingerprint: "f1" }],
    });
    const issue = await hook.raised(alert("firing"));
    expect(issue).toMatchObject({ priority: "urgent" });
    expect((await hook.deliver(alert("resolved"))).body).toMatchObject({ fixed: true });
    expect((await hook.deliver(alert("resolved"))).body).toMatchObject({ ignored: "recovery" });
    // A tool that never tells changes nothing.
    const { stdout } = await webhook(world.admin, "fill", hook.app.id, "airbrake");
    expect([stdout.includes("recovery marks"), (await hook.config()).recoveries]).toEqual([false, "fix"]);
  });

  test("what is not there, and who may not, is told", async () => {
    const { app } = await openHook(world);
    const answers = [
      await webhook(world.viewer, "templates", "nope"),
      await webhook(world.admin, "fill", app.id, "nope"),
      await webhook(world.tester, "fill", app.id, "grafana"),
      await webhook(world.admin, "fill", "Nowhere", "grafana"),
    ];
    expect(answers.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
    const told = answers.map(({ stderr }) => stderr);
    expect(told[0]).toContain('There is no template "nope". See: retest webhook templates');
    expect(told[1]).toBe(told[0]);
    expect(told[2]).toContain("answered 403");
    expect(told[3]).toContain("answered 404");
    expect((await webhook(world.admin, "fill", app.id)).code).toBe(2);
  });
});
