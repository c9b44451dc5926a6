import { beforeEach, expect, it, vi } from "vitest";
import { respond, respondError } from "@/test-api";
import { sendBatchChange } from "./batchChange";
import { batchLimit } from "./batchLimit";
import type { components } from "./gen/schema";
import { session } from "./session";

type TargetOutcome = components["schemas"]["TargetOutcome"];
interface Sent {
  change: string;
  targets: { key: string; parameters: { clinic_id: number; module_id: number } }[];
}

let sent: Sent[];
let answer: (ids: number[]) => Response;
const done: TargetOutcome = { outcome: "done", repeated: false, status: 200, errors: [], answer: {} };
const outcomes = (...data: TargetOutcome[]) => respond("post", "/careops/changes", { success: true, data });
const gone: TargetOutcome = {
  ...done,
  outcome: "refused",
  status: 404,
  errors: [
    {
      ...{ source: "clinic_id", title: "There is no clinic with this id", code: "clinic_not_found" },
      ...{ parameters: null, detail: null, details: [] },
    },
  ],
};

beforeEach(() => {
  sent = [];
  session.end("signedOut");
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  vi.stubGlobal("fetch", async (_url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body)) as Sent;
    sent.push(body);
    return answer(body.targets.map(({ parameters }) => parameters.clinic_id));
  });
});

const switchOn = (ids: readonly number[]) =>
  sendBatchChange(ids, { change: "ActivateSpecModule", parameters: (clinic_id) => ({ clinic_id, module_id: 7 }) });

it("sends one request and returns the outcome of each row, with one group for each reason", async () => {
  answer = () => outcomes(done, { ...done, outcome: "unchanged" }, gone, gone);
  const outcome = await switchOn([41, 42, 43, 44]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.change).toBe("ActivateSpecModule");
  expect(new Set(sent[0]?.targets.map(({ key }) => key)).size).toBe(4);
  expect(outcome).toMatchObject({ done: [41], unchanged: [42], failed: [{ rows: [43, 44] }], left: [] });
  expect(outcome.failed[0]?.error).toMatchObject({
    status: 404,
    problems: [{ title: "There is no clinic with this id" }],
  });
});

it("sends rows beyond the time limit again with the same keys", async () => {
  answer = (ids) => outcomes(...ids.map((id): TargetOutcome => (id === ids[0] ? done : { ...done, outcome: "left" })));
  expect(await switchOn([41, 42])).toMatchObject({ done: [41, 42], left: [] });
  expect(sent.map(({ targets }) => targets.map(({ parameters }) => parameters.clinic_id))).toEqual([[41, 42], [42]]);
  expect(sent[1]?.targets[0]?.key).toBe(sent[0]?.targets[1]?.key);
});

it("stops if the server leaves all rows", async () => {
  answer = (ids) => outcomes(...ids.map((): TargetOutcome => ({ ...done, outcome: "left" })));
  expect(await switchOn([41, 42])).toMatchObject({ done: [], left: [41, 42] });
  expect(sent).toHaveLength(1);
});

it("keeps the outcomes if a later request fails", async () => {
  answer = () => (sent.length === 1 ? outcomes(done, { ...done, outcome: "left" }) : respondError(503));
  expect(await switchOn([41, 42])).toMatchObject({ done: [41], failed: [{ rows: [42] }], left: [] });
});

it("fails as a whole if its first request fails", async () => {
  answer = () => respondError(503, { source: "", title: "Too busy" });
  await expect(switchOn([41])).rejects.toThrow("Too busy");
});

it("detects batch support from any answer until the session ends", async () => {
  expect(batchLimit.get()).toBeNull();
  answer = () => outcomes(done);
  await switchOn([41]);
  expect(batchLimit.get()).toBe(0);
  answer = () => Response.json({ success: true, data: [done] }, { headers: { "careops-changes": "500" } });
  await switchOn([41]);
  expect(batchLimit.get()).toBe(500);
  answer = () => outcomes(done);
  await switchOn([41]);
  expect(batchLimit.get()).toBe(500);
  session.end("signedOut");
  expect(batchLimit.get()).toBeNull();
});
