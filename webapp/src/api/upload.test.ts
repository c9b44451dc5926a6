import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ApiError, TimedOut } from "./errors";
import { upload } from "./upload";

/** Fake of the parts of XMLHttpRequest that an upload needs; the test moves it along. */
class Line {
  static last: Line;
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload?: () => void;
  onerror?: () => void;
  status = 0;
  responseText = "";
  aborted = false;
  opened: string[] = [];
  headers: Record<string, string> = {};
  constructor() {
    Line.last = this;
  }
  open(...how: string[]) {
    this.opened = how;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  getResponseHeader(name: string) {
    return name === "x-request-id" ? "r-7" : null;
  }
  send() {}
  abort() {
    this.aborted = true;
  }
}
beforeEach(() => {
  vi.stubGlobal("XMLHttpRequest", Line);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const file = new Blob(["0123456789"]);
const send = (options: object = {}) => {
  const parts: number[] = [];
  const done = upload({
    method: "PUT",
    url: "/store",
    body: file,
    onProgress: (fraction) => parts.push(fraction),
    ...options,
  });
  return { parts, done, line: Line.last, caught: done.catch((error: unknown) => error) };
};

it("reports its progress and returns the answer", async () => {
  const { parts, done, line } = send({ headers: { "content-type": "image/png" } });
  line.upload.onprogress?.({ loaded: 5, total: 10 });
  line.upload.onprogress?.({ loaded: 10, total: 10 });
  Object.assign(line, { status: 200, responseText: '{"success":true}' });
  line.onload?.();
  const answer = await done;
  expect(await answer.json()).toEqual({ success: true });
  expect(answer.headers.get("x-request-id")).toBe("r-7");
  expect(parts).toEqual([0.5, 1]);
  expect([line.opened, line.headers]).toEqual([["PUT", "/store"], { "content-type": "image/png" }]);
});

it("continues while data moves and ends on a stall", async () => {
  const { line, caught } = send();
  for (let minute = 0; minute < 9; minute += 1) {
    await vi.advanceTimersByTimeAsync(59_000);
    line.upload.onprogress?.({ loaded: minute, total: 10 });
  }
  expect(line.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await caught).toBeInstanceOf(TimedOut);
  expect(line.aborted).toBe(true);
});

it("can be cancelled before and after its start", async () => {
  const cancel = new AbortController();
  const { line, caught } = send({ signal: cancel.signal });
  cancel.abort();
  expect(await caught).toMatchObject({ name: "AbortError" });
  expect(line.aborted).toBe(true);
  expect(await send({ signal: cancel.signal }).caught).toMatchObject({ name: "AbortError" });
});

// Proves FAULT-32.console.
it("reports a lost connection", async () => {
  const { line, caught } = send();
  line.onerror?.();
  expect(await caught).toBeInstanceOf(ApiError);
});
