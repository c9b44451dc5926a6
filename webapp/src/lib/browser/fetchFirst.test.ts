import { afterEach, expect, it, vi } from "vitest";
import { ImportFailed } from "./fetchFirst";

type FetchFirst = (files: string[], load: () => Promise<unknown>) => Promise<unknown>;
const { fetchFirst } = globalThis as unknown as { fetchFirst: FetchFirst };
const answer = (status: number) => vi.stubGlobal("fetch", async () => new Response("", { status }));
const failing = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

afterEach(() => vi.unstubAllGlobals());

it("imports a file that could not be fetched before", async () => {
  answer(503);
  const missing = fetchFirst(["towns.js"], async () => "towns");
  await expect(missing).rejects.toThrow("Failed to load towns.js");
  await expect(missing).rejects.not.toBeInstanceOf(ImportFailed);
  answer(200);
  expect(await fetchFirst(["towns.js"], async () => "towns")).toBe("towns");
});

it("requires a reload after a failed import, also if another part cannot fetch the file later", async () => {
  answer(200);
  await expect(fetchFirst(["audit.js"], failing)).rejects.toBeInstanceOf(ImportFailed);
  answer(503);
  await expect(fetchFirst(["frame.js", "audit.js"], failing)).rejects.toBeInstanceOf(ImportFailed);
});
