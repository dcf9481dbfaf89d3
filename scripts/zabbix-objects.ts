// What a fresh Zabbix is given to watch, and whom it tells: the same as people set up in its interface.
import { randomUUID } from "node:crypto";
import type { ZabbixServer } from "./zabbix-server.ts";

export const ZABBIX_URL = "https://zabbix.example.com";
export const HOST = "web-07";
export const [DISK, CHECKOUT] = ["shop.disk", "shop.checkout"];
/** An item and a trigger for each severity, by number. */
export const severityItem = (severity: number) => `shop.severity.${severity}`;
const SEVERITIES = [0, 1, 2, 3, 4, 5];

const TRAPPER = 2;
const [NUMBER, TEXT] = [0, 4];
const AVERAGE = 3;

/** `mediaType` is a file to import. Gives the media type's id. */
export async function setUp({ call }: ZabbixServer, mediaType: string): Promise<string> {
  await call("configuration.import", {
    format: "yaml",
    rules: { mediaTypes: { createMissing: true, updateExisting: true } },
    source: mediaType,
  });
  const [{ mediatypeid, name }] = await call("mediatype.get", {
    output: ["name"],
    sortfield: "mediatypeid",
    filter: { name: "Retest" },
  });
  if (name !== "Retest") throw new Error(`the media type is called ${name}`);
  await call("usermacro.createglobal", { macro: "{$ZABBIX.URL}", value: ZABBIX_URL });
  // Not who acts: Zabbix does not tell people of what they did themselves.
  const [[{ roleid }], [{ usrgrpid }]] = [
    await call("role.get", { filter: { name: "Super admin role" } }),
    await call("usergroup.get", { filter: { name: "Zabbix administrators" } }),
  ];
  const { userids } = await call("user.create", {
    ...{ username: "Retest", passwd: randomUUID(), roleid, usrgrps: [{ usrgrpid }] },
    medias: [{ mediatypeid, sendto: "Retest" }],
  });
  // Before what it is about: else a first problem might come before its server has heard of it.
  const tell = {
    operationtype: 0,
    // The media type's own messages.
    opmessage: { default_msg: 1, mediatypeid },
    opmessage_usr: [{ userid: userids[0] }],
  };
  await call("action.create", {
    name: "Tell Retest",
    eventsource: 0,
    // Twice, a minute apart: Zabbix waits no less.
    operations: [{ ...tell, esc_step_from: 1, esc_step_to: 2 }],
    esc_period: "60s",
    recovery_operations: [tell],
    update_operations: [tell],
  });

  const { groupids } = await call("hostgroup.create", { name: "Shop" });
  const { hostids } = await call("host.create", { host: HOST, groups: [{ groupid: groupids[0] }] });
  const watch = async (item: string, value_type: number, trigger: Record<string, unknown>) => {
    await call("item.create", { name: item, key_: item, hostid: hostids[0], type: TRAPPER, value_type });
    await call("trigger.create", { manual_close: 1, ...trigger });
  };
  await watch(DISK, NUMBER, {
    description: "Disk space is low on {HOST.NAME} (used > 90 %)",
    expression: `last(/${HOST}/${DISK})>90`,
    priority: AVERAGE,
    opdata: "{ITEM.LASTVALUE} %",
    comments: '"Läuft voll"\nSee the runbook.',
  });
  await watch(CHECKOUT, TEXT, {
    description: "Checkout fails",
    event_name: "Checkout fails: {ITEM.LASTVALUE}",
    expression: `last(/${HOST}/${CHECKOUT})<>"OK"`,
    priority: AVERAGE,
  });
  for (const severity of SEVERITIES) {
    const item = severityItem(severity);
    const expression = `last(/${HOST}/${item})=1`;
    await watch(item, NUMBER, { description: `Severity ${severity}`, expression, priority: severity });
  }
  return mediatypeid;
}
