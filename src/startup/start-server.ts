// Puts the server together from its settings and an open database.
import type { Logger } from "pino";
import { shareLivePlaces } from "../actions/access/share-live-places.ts";
import { shareCounts } from "../actions/workspace/share-counts.ts";
import { Fault } from "../domain/fault.ts";
import { CALLS_AT_ONCE, MAX_TOOL_ANSWER_BYTES, NOTIFY_TIMEOUT_MS, TOOL_TIMEOUT_MS } from "../domain/limits.ts";
import { Erasing } from "../engine/erasing.ts";
import { Renaming } from "../engine/renaming.ts";
import { startRetentionJob } from "../engine/retention-job.ts";
import { RefusalWatch } from "../http/admission/refusal-watch.ts";
import { ReadingThreads } from "../http/heavy-reads/reading-threads.ts";
import { LiveHub } from "../http/live/live-hub.ts";
import { Metrics } from "../http/metrics/process-metrics.ts";
import { limitAddresses } from "../http/pipeline/rate-limit.ts";
import type { Services } from "../http/pipeline/services.ts";
import { ThrottledSignIns } from "../http/pipeline/throttled-sign-ins.ts";
import { Uploads } from "../http/pipeline/uploads.ts";
import { createHttpServer, type HttpServer } from "../http/server/server.ts";
import { AppRefusals } from "../intake/webhook/app-refusals.ts";
import { DeliveryReceiver } from "../intake/webhook/delivery-receiver.ts";
import { limitDeliveries } from "../intake/webhook/limit-deliveries.ts";
import { PreviewAndReplay } from "../intake/webhook/preview-and-replay.ts";
import { TickBatcher } from "../lib/async/tick-batcher.ts";
import { type Clock, systemClock } from "../lib/clock.ts";
import { SharedRate } from "../lib/collections/shared-rate.ts";
import { newId } from "../lib/ids.ts";
import type { MetricFamily } from "../lib/monitoring/metric-families.ts";
import { createCaller } from "../lib/network/call-once.ts";
import { createPoster } from "../lib/network/post-once.ts";
import { systemLookup } from "../lib/network/resolve-public.ts";
import { startForwardSender } from "../outbound/forward-sender.ts";
import { startMailSender } from "../outbound/mail-sender.ts";
import { startNotificationSender } from "../outbound/notification-sender.ts";
import { notifySenders } from "../outbound/notify-senders.ts";
import type { Reader } from "../storage/database/database.ts";
import { AuditHeadLog, logAnchored } from "./audit-heads.ts";
import { type Config, sqliteFile } from "./config.ts";
import { mountedModules } from "./modules.ts";
import type { Store } from "./open-store.ts";
import { claimDatabase, secretCipher, secretSealer, watchedCipher, watchKeys } from "./secret-key-in-use.ts";
import { warnOfReplica } from "./warn-of-replica.ts";
import { waysToSignIn } from "./ways-to-sign-in.ts";

export interface Server {
  port: number;
  /** Lets others take what is new, and answers what it has. */
  drain(noticeMs: number): Promise<void>;
  /** The figures of this process; `worker` tells it from others. */
  measure(worker: number): MetricFamily[];
  close(): Promise<void>;
}

const NOT_ROTATED =
  "the old secret key is still in use: run `retest secret rotate` once every server has both keys, then remove RETEST_SECRET_KEY_OLD";

/** What all processes of a server have measured, of which this may be one. */
export type Gather = () => Promise<MetricFamily[][]>;

/** A running server; `port` 0 takes a free one. */
export async function startServer(
  config: Config,
  store: Store,
  logger: Logger,
  clock: Clock = systemClock,
  gather?: Gather,
): Promise<Server> {
  const { performer, files } = store;
  const ticks = new TickBatcher();
  const reader = readerOf(store, ticks);
  const { baseUrl, apiRate, webhookRate, freePlanIssues, notifyAllowedHosts, trustedProxies } = config;
  logAnchored(await claimDatabase(store, config), logger);
  const keyWatch = await watchKeys(reader, config, logger);
  const { usesOld, hasOtherKey } = keyWatch;
  if (usesOld()) logger.warn(NOT_ROTATED);
  const cipher = watchedCipher(secretCipher(config, usesOld), keyWatch);
  const auditHeads = new AuditHeadLog(reader, logger, clock());
  // A database that fails is told of where that is seen.
  const onError = (error: Error) => {
    const isTold = error instanceof Fault && error.code === "unavailable";
    if (!isTold) logger.error({ err: error }, "a background job failed");
  };
  void auditHeads.say().catch(onError);
  const calling = { allowedHosts: notifyAllowedHosts, clock, atOnce: CALLS_AT_ONCE };
  const post = createPoster({ ...calling, timeoutMs: NOTIFY_TIMEOUT_MS });
  const metrics = new Metrics(store.outage);
  const onSent = (outcome: string) => metrics.notifications.add(outcome);
  const sending = { reader, performer, cipher, hasOtherKey, clock, onError };
  const outbox = startNotificationSender({ ...sending, post, onSent });
  const { deliveryDays, auditDays, resultAttachmentDays } = config;
  const erasing = new Erasing({ reader, performer, files, clean: store.clean, onError });
  const renaming = new Renaming({ reader, performer, onError });
  renaming.wake();
  const retention = startRetentionJob({
    reader,
    performer,
    files,
    clock,
    onError,
    deliveryDays,
    auditDays,
    resultAttachmentDays,
    onDone: async () => {
      erasing.wake();
      renaming.wake();
      await auditHeads.say();
    },
  });
  const call = createCaller({ ...calling, timeoutMs: TOOL_TIMEOUT_MS, maxAnswer: MAX_TOOL_ANSWER_BYTES });
  const forwarding = startForwardSender({ ...sending, call });
  const onMail = (end: string, about: object) => {
    metrics.mails.add(end);
    if (end === "again") logger.warn(about, "a mail could not be sent, and is tried again later");
    if (end === "given_up") logger.error(about, "a mail could not be sent, and is given up");
  };
  const unsubscribing = secretSealer(config, "unsubscribe/v1", usesOld);
  const mailing =
    config.mail === null
      ? null
      : startMailSender({ ...sending, ...config.mail, baseUrl, unsubscribing, onSent: onMail });
  const woken = notifySenders(performer, { outbox, forwarding, mailing, erasing, renaming });
  const rates = new SharedRate((counts) => performer.perform(shareCounts, { counts }));
  const appRefusals = new AppRefusals(clock, webhookRate);
  const receiver = new DeliveryReceiver({ reader, performer: woken, clock, appRefusals });
  const refusedSignIns = new ThrottledSignIns(performer, onError);
  const keepBodies = config.deliveryDays > 0;
  const onDelivery = (outcome: string) => metrics.deliveries.add(outcome);
  const { databaseUrl: url, replicaUrl } = config;
  if (url !== null && replicaUrl !== null) void warnOfReplica(url, replicaUrl, logger);
  const readingThreads = new ReadingThreads(url === null ? { file: sqliteFile(config) } : { url, replicaUrl });
  const serverId = newId("srv", clock());
  const webhookDeps = {
    reader,
    ticks,
    performer,
    appRefusals,
    limitWorkspace: limitDeliveries(rates, config.workspaceWebhookRate, clock),
    receiver,
    cipher,
    clock,
    baseUrl,
    keepBodies,
    onDelivery,
  };
  const refusals = new RefusalWatch({
    logger,
    clock,
    trustedProxies,
    counter: metrics.refusals,
    signIns: metrics.signIns,
  });
  const services: Services = {
    reader,
    ticks,
    performer: woken,
    cursors: secretSealer(config, "cursor/v1", usesOld),
    browsers: secretSealer(config, "browser/v1", usesOld),
    unsubscribing,
    refusedSignIns,
    onFailedPassword: (reason, by) => refusals.addPassword(reason, by),
    onRefusedIdentity: (reason, by, code) => refusals.addIdentity(reason, by, code),
    signIn: waysToSignIn(config, clock, logger),
    cipher,
    clock,
    baseUrl,
    hsts: config.hsts,
    readingThreads,
    apiRate,
    workspaceRate: config.workspaceRate,
    rates,
    publicLimit: limitAddresses(rates, config.publicRate, clock, trustedProxies),
    webhookRate,
    freePlanIssues,
    notifyAllowedHosts,
    addressConnections: config.addressConnections,
    trustedProxies,
    onUnlistedProxy: onceSaid((address) => {
      const advice =
        "list it in RETEST_TRUSTED_PROXIES if it is yours; until then all its clients count as one address";
      logger.warn({ address }, `a proxy that is not listed sends X-Forwarded-For: ${advice}`);
    }),
    lookup: systemLookup,
    writing: store.writing,
    hasOtherKey,
    sendsMail: mailing !== null,
    files,
    uploads: new Uploads(),
    webhook: new PreviewAndReplay({ reader, performer, appRefusals, receiver, clock }),
    live: new LiveHub({
      reader,
      clock,
      sharePlaces: (places, isAll) => performer.perform(shareLivePlaces, { server: serverId, places, isAll }),
    }),
  };
  const modules = mountedModules(services, { webhook: webhookDeps, toolRate: config.toolRate, call }, logger);
  const measured = {
    requests: metrics.requests,
    refusals,
    token: config.metricsToken,
    gather: gather ?? (async () => [metrics.measure(1)]),
  };
  const http: HttpServer = createHttpServer(services, modules, measured, logger);
  const stop = async () => {
    metrics.close();
    keyWatch.close();
    refusals.flush();
    retention.close();
    await Promise.all([
      erasing.close(),
      renaming.close(),
      outbox.close(),
      forwarding.close(),
      mailing?.close(),
      readingThreads.close(),
      refusedSignIns.flush().catch(onError),
      auditHeads.close().catch(onError),
    ]);
  };
  const port = await http.listen(config.host, config.port).catch(async (error) => {
    await stop();
    throw error;
  });
  return {
    port,
    drain: http.drain,
    measure: (worker) => metrics.measure(worker),
    async close() {
      await http.close();
      await stop();
    },
  };
}

/** Says it the first time only: whoever causes it could fill the log. */
function onceSaid(say: (what: string) => void): (what: string) => void {
  let isSaid = false;
  return (what) => {
    if (!isSaid) say(what);
    isSaid = true;
  };
}

/** Whether anything has changed is asked once for all requests of a tick. */
function readerOf({ reader }: Store, ticks: TickBatcher): Reader {
  return reader.isLocal ? { ...reader, stamp: ticks.shared(() => reader.stamp()) } : reader;
}
