import type { Page, Route } from "@playwright/test";
import type { components } from "../../webapp/src/api/gen/schema";
import type { PathOf, Reply } from "../../webapp/src/api/operations";

type Verb = "get" | "post" | "put" | "delete";

/** Answer a request with a body of the contract (checked by its type). */
export const respond = <V extends Verb, P extends PathOf<V>>(route: Route, _verb: V, _path: P, body: Reply<P, V>) =>
  fulfill(route, 200, body);

/** Refuse a request, with optional problems. */
export function respondError(route: Route, status: number, ...errors: components["schemas"]["Problem"][]) {
  const body: components["schemas"]["Errors"] = { success: false, errors, request_id: "r-1" };
  return fulfill(route, status, body);
}

/** A body that a call answers with, for the payloads of tests. */
export type Answer<V extends Verb, P extends PathOf<V>> = Reply<P, V>;

/** Answer with the server's body after a change, which keeps its type. */
export async function changeResponse<V extends Verb, P extends PathOf<V>>(
  route: Route,
  _verb: V,
  _path: P,
  change: (body: Reply<P, V>) => Reply<P, V>,
) {
  const receivedMs = Date.now();
  const response = await route.fetch();
  return fulfill(route, response.status(), change(await response.json()), receivedMs);
}

/** Hold requests to an address until the returned function is called. */
export async function holdRequests(page: Page, address: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

/**
 * Refuse requests to an address until Retry is pressed on the page that is open then. A list also reads when another
 * test changes a record of its kind, and such a read must not bring it back before.
 */
export async function failUntilRetry(page: Page, address: string, fail = (route: Route) => respondError(route, 500)) {
  const markRetry = () =>
    document.addEventListener(
      "click",
      ({ target }) => {
        if ((target as Element).closest("button")?.textContent === "Retry")
          document.documentElement.dataset.retried = "";
      },
      { capture: true },
    );
  await page.addInitScript(markRetry);
  await page.evaluate(markRetry);
  await page.route(address, async (route) => {
    const retried = await page.evaluate(() => "retried" in document.documentElement.dataset);
    return retried ? route.continue() : fail(route);
  });
}

const fulfill = (route: Route, status: number, body: unknown, receivedMs = Date.now()) =>
  // biome-ignore lint/plugin: the only place that sends a body, after its type has been checked.
  route.fulfill({ status, json: body, headers: { "x-received-ms": String(receivedMs) } });
