import { act, render } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { presenceRenewalMs } from "@/api/gen/constants";
import type { RealtimeEvent } from "@/api/realtime";
import { session } from "@/api/session";
import { i18n } from "@/i18n";
import { unsavedForms } from "@/lib/state/unsavedForms";
import { respond, respondError } from "@/test-api";
import { HereNow } from "./shared/HereNow";
import type { Colleague } from "./shared/presence";

const live = vi.hoisted(() => ({ onEvent: (_event: RealtimeEvent) => {} }));
vi.mock("@/api/realtime", async (actual) => ({
  ...(await actual<object>()),
  useRealtime: (_channel: string, onEvent: (event: RealtimeEvent) => void) => Object.assign(live, { onEvent }),
}));

interface Sent {
  verb: string;
  url: string;
  body: { tab: string; editing: boolean } | undefined;
  keepalive: boolean | undefined;
}
let sent: Sent[];
let colleagues: Colleague[];
let answer: (() => Response) | undefined;
let isHidden: boolean;

const arjun: Colleague = {
  user_id: 2,
  name: "Arjun Pillai",
  account_type: "customer_care",
  editing: false,
  since: "2026-11-28T09:30:00Z",
};
const user = { id: 1, name: "G", phone_number: "9000000001", email: null, user_accounts: [] };
const record = { kind: "clinic" as const, id: 41, name: "Basant Clinic" };
const address = "/api/careops/presence/clinic/41";

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  colleagues = [];
  answer = undefined;
  isHidden = false;
  vi.spyOn(document, "hidden", "get").mockImplementation(() => isHidden);
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body, keepalive }: RequestInit) => {
    sent.push({ verb: method, url, body: body ? JSON.parse(String(body)) : undefined, keepalive });
    const path = "/careops/presence/{kind}/{record_id}";
    if (method === "DELETE") return respond("delete", path, { success: true });
    return answer?.() ?? respond("get", path, { success: true, data: { colleagues } });
  });
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
});
afterEach(async () => {
  act(() => session.end("signedOut"));
  await i18n.changeLanguage("en");
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const verbs = () => sent.map(({ verb }) => verb);
const text = () => document.body.textContent;
const event = (data: object, name = "colleagues_changed") =>
  act(async () => {
    live.onEvent({ id: 1, event: name, channel: "presence", data: { ...data } });
    await vi.advanceTimersByTimeAsync(0);
  });
function becomeHidden(hidden: boolean) {
  isHidden = hidden;
  document.dispatchEvent(new Event("visibilitychange"));
}
async function open() {
  const page = render(<HereNow record={record} />);
  await pass(1_000);
  return page;
}

it("announces the record after a second, and renews it", async () => {
  const page = render(<HereNow record={record} />);
  await pass(999);
  expect(sent).toEqual([]);
  await pass(1);
  expect(sent).toMatchObject([{ verb: "PUT", url: address, body: { editing: false } }]);
  expect(sent[0]?.body?.tab).toMatch(/^[0-9a-f]{32}$/);
  expect(text()).toBe("");
  await pass(2 * presenceRenewalMs);
  expect(verbs()).toEqual(["PUT", "PUT", "PUT"]);
  page.unmount();
  await pass(2 * presenceRenewalMs);
  expect(sent.slice(3)).toMatchObject([
    { verb: "DELETE", url: `${address}?tab=${sent[0]?.body?.tab}`, keepalive: true },
  ]);
});

it("sends nothing for a record that is opened briefly", async () => {
  render(<HereNow record={record} />).unmount();
  await pass(2 * presenceRenewalMs);
  expect(sent).toEqual([]);
});

it("names three colleagues and counts the others", async () => {
  const names = ["Arjun Pillai", null, "Meera Nair", "Gurleen Kaur", "Ravi Kumar"];
  colleagues = names.map((name, at) => ({ ...arjun, user_id: at + 2, name, editing: at === 0 }));
  await open();
  expect(text()).toBe("Here now: Arjun Pillai (editing), Customer care, Meera Nair and 2 more");
  expect(document.querySelector("[data-editing]")?.getAttribute("title")).toBe(text());
});

it.each([
  ["hi", "अभी यहाँ: Arjun Pillai (संपादन जारी), Meera Nair"],
  ["pb", "ਹੁਣ ਇੱਥੇ: Arjun Pillai (ਸੋਧ ਜਾਰੀ), Meera Nair"],
])("names them in %s", async (language, expected) => {
  await i18n.loadLanguages(language);
  await i18n.loadNamespaces("presence");
  await i18n.changeLanguage(language);
  colleagues = [
    { ...arjun, editing: true },
    { ...arjun, user_id: 3, name: "Meera Nair" },
  ];
  await open();
  expect(text()).toBe(expected);
});

it("reads again on an event about the record, and after lost events", async () => {
  await open();
  colleagues = [arjun];
  await event({ kind: "clinic", record_id: 42 });
  await event({ kind: "doctor", record_id: 41 });
  expect(verbs()).toEqual(["PUT"]);
  await event({ kind: "clinic", record_id: 41 });
  expect(text()).toBe("Here now: Arjun Pillai");
  colleagues = [];
  await event({}, "resync");
  expect(text()).toBe("");
  expect(verbs()).toEqual(["PUT", "GET", "GET"]);
});

it("announces at once when input becomes unsaved and when it is saved", async () => {
  await open();
  const saved = unsavedForms.add();
  const alsoSaved = unsavedForms.add();
  await pass(0);
  alsoSaved();
  await pass(0);
  saved();
  await pass(0);
  expect(sent.map(({ body }) => body?.editing)).toEqual([false, true, false]);
});

it("does not renew in the background, except while input is unsaved, and announces a tab that returns", async () => {
  await open();
  becomeHidden(true);
  await pass(2 * presenceRenewalMs);
  expect(sent).toHaveLength(1);
  becomeHidden(false);
  await pass(0);
  expect(sent).toHaveLength(2);
  becomeHidden(true);
  becomeHidden(false);
  await pass(0);
  expect(sent).toHaveLength(2);
  const saved = unsavedForms.add();
  becomeHidden(true);
  await pass(presenceRenewalMs);
  expect(sent.slice(2).map(({ body }) => body?.editing)).toEqual([true, true]);
  saved();
});

it("announces a tab that was opened in the background once it is shown", async () => {
  isHidden = true;
  await open();
  expect(sent).toEqual([]);
  becomeHidden(false);
  await pass(0);
  expect(verbs()).toEqual(["PUT"]);
});

it("ends the announcement when the page is closed", async () => {
  await open();
  dispatchEvent(new Event("pagehide"));
  await pass(0);
  expect(sent.slice(1)).toMatchObject([{ verb: "DELETE", keepalive: true }]);
});

it("shows no colleagues after a failure and retries", async () => {
  colleagues = [arjun];
  await open();
  expect(text()).toBe("Here now: Arjun Pillai");
  answer = () => respondError(500);
  await pass(presenceRenewalMs);
  expect(text()).toBe("");
  answer = undefined;
  await pass(presenceRenewalMs);
  expect(text()).toBe("Here now: Arjun Pillai");
});

it("stops after a refusal, as for a deleted record", async () => {
  await open();
  answer = () => respondError(404, { source: "record_id", title: "There is no record with this id" });
  await pass(3 * presenceRenewalMs);
  await event({ kind: "clinic", record_id: 41 });
  expect(verbs()).toEqual(["PUT", "PUT"]);
});

it("sends nothing for another user or after the sign-out", async () => {
  const page = await open();
  act(() => session.end("signedOut"));
  await pass(presenceRenewalMs);
  act(() => session.start({ authToken: "b", refreshToken: "r", accountType: "super_admin", user: { ...user, id: 9 } }));
  await pass(presenceRenewalMs);
  page.unmount();
  await pass(0);
  expect(verbs()).toEqual(["PUT"]);
});
