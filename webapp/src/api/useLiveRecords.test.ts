import { renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeSocket, newestSocket, setUpSockets } from "@/test-socket";
import { activeQueries } from "./activeQueries";
import { changeMarks } from "./changeMarks";
import { exchanges } from "./exchanges";
import { useLiveRecords } from "./useLiveRecords";

let id = 100;
const changed = (data: object) =>
  newestSocket().deliver({ id: ++id, channel: "records", event: "records_changed", data });
const reload = vi.fn<() => Promise<void>>();
let hidden = false;

setUpSockets();
beforeEach(() => {
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  hidden = false;
  reload.mockReset().mockResolvedValue(undefined);
});
afterEach(async () => {
  // The marks of a read end when the browser is idle.
  await vi.advanceTimersByTimeAsync(10_000);
  vi.restoreAllMocks();
});

async function listen(isShown?: (id: number) => boolean) {
  const hook = renderHook(() => useLiveRecords("clinic", isShown, reload));
  await vi.advanceTimersByTimeAsync(0);
  newestSocket().confirm(++id);
  return hook;
}

test("a change of a shown record reads at once", async () => {
  await listen((clinicId) => clinicId === 41);
  changed({ kind: "clinic", ids: [7, 41] });
  expect(reload).toHaveBeenCalledOnce();
});

test("other records and kinds read nothing", async () => {
  await listen((clinicId) => clinicId === 41);
  changed({ kind: "clinic", ids: [7] });
  changed({ kind: "doctor", ids: [41] });
  expect(reload).not.toHaveBeenCalled();
});

test("unknown ids and complete lists are read on each change of the kind", async () => {
  await listen(() => false);
  changed({ kind: "clinic", ids: [] });
  expect(reload).toHaveBeenCalledOnce();
});

test("many changes read at most once per second, and once more at the end", async () => {
  await listen();
  for (let change = 0; change < 50; change++) changed({ kind: "clinic", ids: [change] });
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(999);
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a slow read is not overtaken by another one", async () => {
  await listen();
  let finish = () => {};
  reload.mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
  changed({ kind: "clinic", ids: [41] });
  changed({ kind: "clinic", ids: [41] });
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).toHaveBeenCalledTimes(1);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a failed read does not end the updates", async () => {
  await listen();
  reload.mockRejectedValueOnce(new Error("offline"));
  changed({ kind: "clinic", ids: [41] });
  await vi.advanceTimersByTimeAsync(1000);
  changed({ kind: "clinic", ids: [41] });
  expect(reload).toHaveBeenCalledTimes(2);
});

test("a hidden tab reads when it is shown again", async () => {
  await listen();
  hidden = true;
  changed({ kind: "clinic", ids: [41] });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).not.toHaveBeenCalled();
  hidden = false;
  document.dispatchEvent(new Event("visibilitychange"));
  expect(reload).toHaveBeenCalledOnce();
});

test("closed screen reads nothing", async () => {
  const { unmount } = await listen();
  changed({ kind: "clinic", ids: [41] });
  changed({ kind: "clinic", ids: [41] });
  unmount();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reload).toHaveBeenCalledTimes(1);
});

/** Show a list whose read began at this time of the server, in milliseconds. */
async function showReadAt(ms: number) {
  const leave = activeQueries.add({ path: "/admin/clinics", options: { query: { page: 1 } } });
  await exchanges.note(true, "/api/admin/clinics?page=1", () => answer({ "x-received-ms": String(ms) }));
  await listen();
  return leave;
}
const answer = async (headers: Record<string, string>) => new Response(null, { headers });

test("only changes after the read of the screen read again", async () => {
  const leave = await showReadAt(5000);
  changed({ kind: "clinic", ids: [41], changed_ms: 4999 });
  expect(reload).not.toHaveBeenCalled();
  changed({ kind: "clinic", ids: [41], changed_ms: 5000 });
  expect(reload).toHaveBeenCalledOnce();
  leave();
});

test("a screen whose reads are not all sent is read again", async () => {
  const leave = await showReadAt(5000);
  const leaveUnsent = activeQueries.add({ path: "/clinics/{id}", options: { path: { id: 41 } } });
  changed({ kind: "clinic", ids: [41], changed_ms: 4999 });
  expect(reload).toHaveBeenCalledOnce();
  leaveUnsent();
  leave();
});

test("an answer without the server's time counts from the answer before it", async () => {
  await exchanges.note(true, "/api/admin/doctors", () => answer({ "x-received-ms": "7000" }));
  const leave = activeQueries.add({ path: "/admin/clinics", options: { query: { page: 2 } } });
  await exchanges.note(true, "/api/admin/clinics?page=2", () => answer({}));
  await listen();
  changed({ kind: "clinic", ids: [41], changed_ms: 6999 });
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test("a running read is awaited", async () => {
  const leave = await showReadAt(5000);
  let finish = (_: Response) => {};
  const reading = exchanges.note(true, "/api/admin/clinics?page=1", () => new Promise((resolve) => (finish = resolve)));
  changed({ kind: "clinic", ids: [41], changed_ms: 6000 });
  finish(new Response(null, { headers: { "x-received-ms": "8000" } }));
  await reading;
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
  leave();
});

test("own changes read nothing, also before their answer", async () => {
  await listen();
  await exchanges.note(false, "/api/doctors", () => answer({ "x-request-id": "own-1" }));
  changed({ kind: "clinic", ids: [41], request_ids: ["own-1"] });
  let finish = (_: Response) => {};
  const sending = exchanges.note(false, "/api/doctors", () => new Promise((resolve) => (finish = resolve)));
  changed({ kind: "clinic", ids: [41], request_ids: ["own-1", "own-2"] });
  finish(await answer({ "x-request-id": "own-2" }));
  await sending;
  await vi.advanceTimersByTimeAsync(5000);
  expect(reload).not.toHaveBeenCalled();
});

test("changes of colleagues and of jobs read, also together with own ones", async () => {
  await listen();
  await exchanges.note(false, "/api/doctors", () => answer({ "x-request-id": "own-3" }));
  changed({ kind: "clinic", ids: [41], request_ids: ["own-3", "theirs"] });
  expect(reload).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  changed({ kind: "clinic", ids: [41], request_ids: ["", "own-3"] });
  expect(reload).toHaveBeenCalledTimes(2);
});

test("without a kind no socket opens, and nothing is read", async () => {
  renderHook(() => useLiveRecords(null, undefined, reload));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.all).toEqual([]);
  expect(reload).not.toHaveBeenCalled();
});

test("values are marked during the read, and not after an own change", async () => {
  await listen();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changeMarks.isOpen()).toBe(false);
  changed({ kind: "clinic", ids: [41] });
  expect(changeMarks.isOpen()).toBe(true);
  changeMarks.noteOwnChange();
  expect(changeMarks.isOpen()).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(changeMarks.isOpen()).toBe(false);
});

test("slow read delays others by a second and is repeated for later changes only", async () => {
  await exchanges.note(true, "/api/admin/doctors", () => answer({ "x-received-ms": "9000" }));
  const leave = activeQueries.add({ path: "/admin/clinics", options: { query: { page: 3 } } });
  void exchanges.note(true, "/api/admin/clinics?page=3", () => new Promise(() => {}));
  await listen();
  changed({ kind: "clinic", ids: [41], changed_ms: 8999 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(reload).not.toHaveBeenCalled();
  changed({ kind: "clinic", ids: [41], changed_ms: 9000 });
  await vi.advanceTimersByTimeAsync(999);
  expect(reload).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(reload).toHaveBeenCalledOnce();
  leave();
});
