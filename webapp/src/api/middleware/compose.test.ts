import { expect, it } from "vitest";
import { createRequest } from "../request";
import { compose, type Middleware } from "./compose";

const request = () => createRequest("get", "/clinics", {}, false);

it("runs middlewares in order and their answers in reverse order", async () => {
  const steps: string[] = [];
  const named =
    (name: string): Middleware<string> =>
    async (sent, next) => {
      steps.push(name);
      const answer = await next({ ...sent, url: `${sent.url}/${name}` });
      return `${answer} ${name}`;
    };
  const handle = compose([named("first"), named("second")], async ({ url }) => url);
  expect(await handle(request())).toBe("/api/clinics/first/second second first");
  expect(steps).toEqual(["first", "second"]);
});

it("lets a middleware repeat or omit the request", async () => {
  let sent = 0;
  const send = async () => {
    sent += 1;
    return sent;
  };
  const twice: Middleware<number> = async (call, next) => (await next(call)) + (await next(call));
  const never: Middleware<number> = async () => 0;
  expect(await compose([twice], send)(request())).toBe(3);
  expect(await compose([never, twice], send)(request())).toBe(0);
  expect(sent).toBe(2);
});
