// What the server has the browser fetch together with the code of a page: the page takes it over, and asks for nothing twice.
import { expect, test } from "vitest";
import { signedIn } from "../support/browser/browser.ts";
import { sampleStage } from "../support/browser/runbook-page.ts";

const { world, browser, shop } = sampleStage("sqlite");

test("what a page needs first is fetched once", async () => {
  const who = await signedIn(browser, world, "admin");
  const asked: string[] = [];
  who.page.on("request", (request) => {
    const path = request.url().slice(world.address.length);
    if (!path.startsWith("/ui/v1/")) return;
    asked.push(path);
  });
  await who.go("/");
  await who.page
    .getByRole("link", { name: /Harbour/ })
    .first()
    .waitFor();
  expect(asked.filter((path) => ["/ui/v1/me", "/ui/v1/overview"].includes(path)).sort()).toEqual([
    "/ui/v1/me",
    "/ui/v1/overview",
  ]);
  asked.length = 0;
  await who.go(`/apps/${shop.id}`);
  await who.page.getByRole("grid").waitFor();
  const app = `/ui/v1/apps/${shop.id}`;
  expect(asked.filter((path) => [app, `${app}/runbook`].includes(path)).sort()).toEqual([app, `${app}/runbook`]);
  await who.close();
});
