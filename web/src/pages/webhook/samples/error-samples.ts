// What tools send that collect errors and alarms.
import { json, type Sample } from "./sample.ts";

export const ERRORS: readonly Sample[] = [
  json(
    "Bugsnag",
    {
      title: "{error.exceptionClass}: {error.message}",
      description:
        "{error.context}\nRelease stage: {error.app.releaseStage|error.releaseStage}\nVersion: {error.app.version|error.appVersion}",
      link: "error.url",
      external_id: "error.errorId",
      priority: "error.severity",
      platform: "error.device.browserName | error.device.osName | error.app.type",
    },
    {
      account: { id: "5fd1c2b3a4958677", name: "Lantern" },
      project: { id: "5fd1c2b3a4958678", name: "Lantern Bank iOS", url: "https://app.bugsnag.com/lantern/bank-ios" },
      trigger: { type: "firstException", message: "New unhandled error" },
      error: {
        id: "66f2a1900b7c00000001",
        errorId: "66f2a190d4e5f6a7b8c9",
        exceptionClass: "FeeTableError",
        message: "No fee for an amount of 10000",
        context: "TransferViewController",
        appVersion: "8.2.0",
        releaseStage: "production",
        url: "https://app.bugsnag.com/lantern/bank-ios/errors/66f2a190d4e5f6a7b8c9",
        severity: "error",
        status: "open",
        unhandled: true,
        app: { id: "example.lantern.bank", version: "8.2.0", releaseStage: "production", type: "iOS" },
        device: { manufacturer: "Apple", model: "iPhone16,1", osName: "iOS", osVersion: "19.4" },
        user: { id: "c-7781" },
        stackTrace: [{ file: "FeeTable.swift", lineNumber: "41", method: "fee(for:)", inProject: true }],
      },
    },
  ),
  json(
    "Rollbar",
    {
      title: "data.item.title",
      description:
        "{data.item.last_occurrence.context|data.occurrence.context}\nEnvironment: {data.item.environment|data.occurrence.environment}",
      link: "data.url",
      external_id: "data.item.id",
      priority: "data.item.level",
      platform: "data.item.last_occurrence.platform | data.occurrence.platform",
    },
    {
      event_name: "new_item",
      data: {
        url: "https://rollbar.com/lantern/bank-web/items/77/",
        item: {
          id: 1530022417,
          counter: 77,
          environment: "production",
          title: "TypeError: cannot read 'iban' of undefined",
          level: 40,
          status: 1,
          total_occurrences: 1,
          project_id: 620113,
          last_occurrence: {
            uuid: "5b0f2b8e-88c1-4e0d-9f5f-17d9a2c4e001",
            level: "error",
            language: "javascript",
            platform: "browser",
            context: "contacts#edit",
            request: { url: "https://bank.lantern.example/contacts/18" },
            body: { trace: { exception: { class: "TypeError", message: "cannot read 'iban' of undefined" } } },
          },
        },
      },
    },
  ),
  json(
    "Datadog",
    { title: "title", description: "body", link: "link", external_id: "aggreg_key | id", priority: "priority" },
    {
      title: "[Triggered on {host:pay-03}] Card payments fail more often",
      body: "More than 2 % of card payments failed in the last 5 minutes.",
      id: "7714420936150284201",
      aggreg_key: "3c9d5b1f6ae04c778d20a1b2c3d4e5f6",
      link: "https://app.datadoghq.com/event/event?id=7714420936150284201",
      priority: "P2",
    },
  ),
  json(
    "Amazon SNS (CloudWatch)",
    {
      title: "Message.AlarmName | Subject",
      description: "{Message.AlarmDescription}\n{Message.NewStateReason}\nRegion: {Message.Region}",
      external_id: "Message.AlarmArn | MessageId",
    },
    {
      Type: "Notification",
      MessageId: "d2b0a4a6-0f54-4a4b-9a7e-6f2d7c1e9b30",
      TopicArn: "arn:aws:sns:eu-central-1:210987654321:lantern-alarms",
      Subject: 'ALARM: "transfers-5xx" in EU (Frankfurt)',
      Message: JSON.stringify({
        AlarmName: "transfers-5xx",
        AlarmDescription: "More than 10 failed transfers in 5 minutes",
        NewStateValue: "ALARM",
        NewStateReason: "Threshold Crossed: 1 datapoint [23.0] was greater than the threshold (10.0).",
        StateChangeTime: "2026-05-11T06:41:20.512+0000",
        Region: "EU (Frankfurt)",
        AlarmArn: "arn:aws:cloudwatch:eu-central-1:210987654321:alarm:transfers-5xx",
      }),
      Timestamp: "2026-05-11T06:41:21.004Z",
      SignatureVersion: "1",
    },
  ),
];
