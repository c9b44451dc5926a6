import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, download } from "./client";
import { ApiError, InvalidToken, isSilent, SessionOver, TimedOut } from "./errors";
import { urlOf } from "./request";
import { session } from "./session";
import { correctionsOf } from "./spellingCorrections";
import { versionOf } from "./versions";

interface Sent {
  url: string;
  token: string | null;
  key: string | null;
  body: string | null;
}
type Answer = Response | Error | (() => Response | Promise<Response>);

let sent: Sent[];
let ended: string[];

/** Answer the calls in order; the last answer repeats. */
function answers(...queue: Answer[]) {
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const token = headers.get("authorization")?.replace("Bearer ", "") ?? null;
    sent.push({ url, token, key: headers.get("idempotency-key"), body: init.body as string | null });
    const next = queue.length > 1 ? queue.shift() : queue[0];
    if (next instanceof Error) throw next;
    return typeof next === "function" ? next() : (next as Response).clone();
  });
}
const json = (body: object, status = 200, headers = {}) => Response.json(body, { status, headers });
const ok = () => json({ success: true, clinic: { id: 4 } });
const refused = (status: number) => json({ success: false, errors: [{ source: "", title: "No" }] }, status);
const renewed = (token: string) => json({ success: true, auth_token: token, refresh_token: `${token}-refresh` });
const jwt = (exp: number) => `e30.${btoa(JSON.stringify({ exp })).replaceAll("=", "")}.x`;

function signedIn(authToken = "old", refreshToken: string | null = "refresh") {
  const user = { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken, refreshToken, accountType: "super_admin", user });
}
const readClinic = () => api.get("/admin/clinics/{id}", { path: { id: 4 } });
const activate = (module_id = 7) =>
  api.post("/clinics/{clinic_id}/spec_modules/{module_id}/activate", { path: { clinic_id: 4, module_id } });

session.onEnd((ending) => ended.push(ending));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout"], shouldAdvanceTime: true, advanceTimeDelta: 200 });
  sent = [];
  ended = [];
  session.end("signedOut");
  ended = [];
  localStorage.clear();
});

describe("urlOf", () => {
  it("fills the path and omits empty values", () => {
    expect(urlOf("/a/{id}/b", { id: "x/y" }, { page: 1, search: "50% ₹&", none: undefined, no: "", off: false })).toBe(
      "/api/a/x%2Fy/b?page=1&search=50%25+%E2%82%B9%26&off=false",
    );
  });
});

describe("a call", () => {
  it("has the token", async () => {
    signedIn();
    answers(ok());
    expect(await readClinic()).toMatchObject({ clinic: { id: 4 } });
    expect(sent).toEqual([{ url: "/api/admin/clinics/4", token: "old", key: null, body: undefined }]);
  });

  it.each(["", "undefined", "null", "two words", "ta\nb", "टोकन"])("is not sent with the token %j", async (stored) => {
    signedIn();
    localStorage.setItem("authToken", stored);
    answers(ok());
    await expect(readClinic()).rejects.toBeInstanceOf(InvalidToken);
    expect(sent).toEqual([]);
    expect(ended).toEqual(["invalidToken"]);
    expect(localStorage.length).toBe(0);
  });

  // Proves SEC-20.nothing-sent.
  it("is not sent without a token", async () => {
    answers(ok());
    await expect(readClinic()).rejects.toBeInstanceOf(InvalidToken);
    expect(sent).toEqual([]);
  });

  it("raises the errors of the server", async () => {
    signedIn();
    answers(json({ success: false, errors: [{ source: "name", title: "Too long" }], request_id: "r1" }, 422));
    await expect(readClinic()).rejects.toMatchObject({
      status: 422,
      problems: [{ source: "name", title: "Too long" }],
      requestId: "r1",
    });
  });

  it.each([
    ["a page instead of JSON", new Response("<html>", { status: 200 })],
    ["an error page", new Response("<html>", { status: 502 })],
    ["success: false", json({ success: false })],
    ["JSON that is none of ours", json([1, 2])],
  ])("raises without problems for %s", async (_, answer) => {
    signedIn();
    answers(answer);
    const error = await readClinic().catch((raised: unknown) => raised);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).problems).toEqual([]);
  });

  it.each([
    ["its message", { message: "Server says no", errors: [] }, [{ source: "", title: "Server says no" }]],
    [
      "its problems before its message",
      { message: "No", errors: [{ source: "a", title: "B", detail: "C" }] },
      [{ source: "a", title: "B", detail: "C" }],
    ],
    [
      "the values of its problems",
      {
        errors: [
          {
            ...{ source: "a", title: "A is 3", code: "b", parameters: { what: "A", count: 3 } },
            ...{ detail: "C", details: [{ title: "C", code: "c", parameters: null }, null, "C"] },
          },
        ],
      },
      [
        {
          ...{ source: "a", title: "A is 3", code: "b", parameters: { what: "A", count: 3 } },
          ...{ detail: "C", details: [{ title: "C", code: "c", parameters: null }] },
        },
      ],
    ],
    ["problems inside data", { data: { errors: { source: "a", title: "B" } } }, [{ source: "a", title: "B" }]],
    [
      "of problems what can be read",
      { errors: [null, "x", { title: 7 }, { title: "B" }] },
      [{ source: "", title: "B" }],
    ],
    ["nothing of what is no text", { message: { a: 1 }, errors: "no" }, []],
  ])("reads the message of a refusal: %s", async (_, body, problems) => {
    signedIn();
    answers(json({ success: false, ...body }, 422));
    await expect(readClinic()).rejects.toMatchObject({ status: 422, problems });
  });

  it.each([
    ["inside data", { success: true, data: { clinic: { id: 4 }, total_records: 12 } }],
    ["beside data", { success: true, clinic: { id: 4 }, data: {}, total_records: 12 }],
    ["success inside data", { data: { success: true, clinic: { id: 4 }, total_records: 12 } }],
  ])("finds answers at other places: %s", async (_, body) => {
    signedIn();
    answers(json(body));
    const content = { clinic: { id: 4 }, total_records: 12 };
    expect(await readClinic()).toMatchObject({ ...content, data: content });
  });

  it("raises status 0 without an answer and keeps the session", async () => {
    signedIn();
    answers(new TypeError("Failed to fetch"));
    await expect(readClinic()).rejects.toMatchObject({ status: 0 });
    expect(session.get()).not.toBeNull();
  });
});

describe("call without an answer", () => {
  const silence = () => new Promise<Response>(() => undefined);
  const late = async (call: Promise<unknown>, ms: number) => {
    const caught = call.catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(ms - 1);
    const early = await Promise.race([caught, Promise.resolve("still waiting")]);
    await vi.advanceTimersByTimeAsync(1);
    return { early, error: await caught };
  };
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));

  it("ends after 30 seconds including all attempts", async () => {
    signedIn();
    answers(silence);
    const { early, error } = await late(readClinic(), 30_000);
    expect(early).toBe("still waiting");
    expect(error).toBeInstanceOf(TimedOut);
    expect(ended).toEqual([]);
  });

  it("ends if the answer stops in its middle", async () => {
    signedIn();
    answers(() => new Response(new ReadableStream({ start: (body) => body.enqueue(new Uint8Array([123])) })));
    expect((await late(readClinic(), 30_000)).error).toBeInstanceOf(TimedOut);
  });

  it("can have a longer or no deadline", async () => {
    signedIn();
    answers(silence);
    const get = (limitMs: number) => api.get("/admin/clinics/{id}", { path: { id: 4 }, limitMs });
    expect((await late(get(300_000), 300_000)).early).toBe("still waiting");
    const endless = get(Infinity);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await Promise.race([endless, Promise.resolve("still waiting")])).toBe("still waiting");
  });

  it("is not delayed by a hanging refresh", async () => {
    signedIn();
    vi.stubGlobal("fetch", (url: string) => (url.endsWith("/refresh") ? silence() : Promise.resolve(refused(401))));
    expect((await late(readClinic(), 30_000)).error).toBeInstanceOf(TimedOut);
    expect(ended).toEqual([]);
  });

  it("keeps its key for the next attempt", async () => {
    signedIn();
    answers(silence);
    await late(activate(), 30_000);
    answers(json({ success: true }));
    await activate();
    await activate();
    expect(sent[1]?.key).toBe(sent[0]?.key);
    expect(sent[2]?.key).not.toBe(sent[0]?.key);
  });
});

describe("call that is replaced during its answer", () => {
  // Send half an answer and fail as soon as the request is aborted.
  const halfOf = (status: number, replaced: AbortController) => () => {
    const body = new ReadableStream({
      start: (half) => half.enqueue(new Uint8Array([123])),
      pull: (half) => {
        replaced.abort();
        half.error(new DOMException("Aborted", "AbortError"));
      },
    });
    return new Response(body, { status });
  };

  it.each([200, 403, 422])("is neither reported as failure nor as end of the session (%i)", async (status) => {
    signedIn();
    const replaced = new AbortController();
    answers(halfOf(status, replaced));
    const { signal } = replaced;
    const error = await api.get("/admin/clinics/{id}", { path: { id: 4 }, signal }).catch((raised: unknown) => raised);
    expect(isSilent(error)).toBe(true);
    expect(ended).toEqual([]);
  });
});

describe("401 and 403", () => {
  it("refreshes once for many calls and repeats each once", async () => {
    signedIn();
    const byToken = new Map([
      ["old", () => refused(401)],
      ["new", ok],
    ]);
    vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
      const token = new Headers(init.headers).get("authorization")?.replace("Bearer ", "") ?? "";
      sent.push({ url, token, key: null, body: null });
      return url.endsWith("/refresh") ? renewed("new") : (byToken.get(token) ?? ok)();
    });
    await Promise.all([readClinic(), readClinic(), readClinic()]);
    expect(sent.filter(({ url }) => url.endsWith("/refresh"))).toHaveLength(1);
    expect(sent).toHaveLength(7);
    expect(localStorage.getItem("authToken")).toBe("new");
    expect(localStorage.getItem("idt")).toBe("new-refresh");
    expect(ended).toEqual([]);
  });

  // Proves FAULT-25.
  it("uses the tokens stored by another tab", async () => {
    signedIn();
    answers(() => {
      localStorage.setItem("authToken", "theirs");
      return refused(401);
    }, ok());
    await readClinic();
    expect(sent.map(({ token }) => token)).toEqual(["old", "theirs"]);
  });

  it("uses tokens that another tab stores right after a refused refresh", async () => {
    signedIn();
    answers(
      refused(401),
      () => {
        setTimeout(() => localStorage.setItem("authToken", "theirs"), 100);
        return refused(401);
      },
      ok(),
    );
    await readClinic();
    expect(sent.at(-1)?.token).toBe("theirs");
    expect(ended).toEqual([]);
  });

  it.each([
    ["a second 401", 401, () => renewed("new")],
    ["a refused refresh", 401, () => refused(401)],
    ["a 403", 403, () => refused(500)],
  ])("signs out after %s with one message for many calls", async (_, status, refresh) => {
    signedIn();
    vi.stubGlobal("fetch", async (url: string) => (url.endsWith("/refresh") ? refresh() : refused(status)));
    const results = await Promise.allSettled([readClinic(), readClinic(), activate()]);
    expect(results.map((result) => result.status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(ended).toEqual(["unauthorized"]);
    expect(localStorage.length).toBe(0);
  });

  it("signs out at once without a refresh token", async () => {
    signedIn("old", null);
    answers(refused(401));
    await expect(readClinic()).rejects.toBeInstanceOf(SessionOver);
    expect(sent).toHaveLength(1);
    expect(ended).toEqual(["unauthorized"]);
  });

  // Proves FAULT-26.client.
  it("does not sign out if the refresh could not be sent", async () => {
    signedIn();
    answers(refused(401), new TypeError("Failed to fetch"));
    await expect(readClinic()).rejects.toMatchObject({ status: 0 });
    expect(ended).toEqual([]);
    answers(refused(401), refused(503));
    await expect(readClinic()).rejects.toMatchObject({ status: 503 });
    expect(ended).toEqual([]);
  });

  it("ignores a refused sign-in", async () => {
    answers(json({ success: false, errors: [{ source: "password", title: "No" }] }, 401));
    const form = { country_code: "91" as const, phone_number: "9000000001", password: "x" };
    const error = await api.post("/auth/sign_in", { body: { user_signin_form: form } }).catch((e: unknown) => e);
    expect(error).toMatchObject({ status: 401, problems: [{ source: "password" }] });
    expect(sent).toHaveLength(1);
    expect(ended).toEqual([]);
  });
});

describe("expired token", () => {
  // Proves SEC-20.refresh.
  it("is refreshed before the call", async () => {
    signedIn(jwt(Date.now() / 1000 - 1));
    answers(renewed("new"), ok());
    await readClinic();
    expect(sent.map(({ url }) => url)).toEqual(["/api/auth/refresh", "/api/admin/clinics/4"]);
    expect(sent[1]?.token).toBe("new");
  });

  // Proves FAULT-28.console.
  it("is detected by the clock of the server", async () => {
    const hour = 3_600_000;
    signedIn(jwt(Date.now() / 1000 + 60));
    answers(
      json({ success: true, clinic: {} }, 200, { date: new Date(Date.now() + hour).toUTCString() }),
      renewed("new"),
      ok(),
    );
    await readClinic();
    await readClinic();
    expect(sent.map(({ url }) => url)).toEqual(["/api/admin/clinics/4", "/api/auth/refresh", "/api/admin/clinics/4"]);
    answers(json({ success: true, clinic: {} }, 200, { date: new Date().toUTCString() }));
    await readClinic();
  });
});

describe("mutation", () => {
  it("has a new key every time", async () => {
    signedIn();
    answers(json({ success: true }));
    await activate();
    await activate();
    expect(sent[0]?.key).toMatch(/^[0-9a-f]{32}$/);
    expect(sent[1]?.key).not.toBe(sent[0]?.key);
  });

  it("keeps the key after a network failure and for the next attempt of the user", async () => {
    signedIn();
    answers(new TypeError("Failed to fetch"));
    await expect(activate()).rejects.toMatchObject({ status: 0 });
    answers(json({ success: true }));
    await activate();
    await activate();
    const keys = sent.map(({ key }) => key);
    expect(keys).toHaveLength(4);
    expect(new Set(keys.slice(0, 3)).size).toBe(1);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it.each([
    ["keeps the key when a gateway gave up on it", new Response("<html>", { status: 504 }), true],
    ["keeps the key when the answer cannot be read", new Response("<html>"), true],
    ["takes a new key after a refusal", refused(422), false],
  ])("%s", async (_, answer, isStored) => {
    signedIn();
    answers(answer);
    await expect(activate()).rejects.toBeInstanceOf(ApiError);
    answers(json({ success: true }));
    await activate();
    expect(sent[1]?.key === sent[0]?.key).toBe(isStored);
  });

  it("keeps the key after a refresh of the session", async () => {
    signedIn();
    answers(refused(401), renewed("new"), json({ success: true }));
    await activate();
    expect(sent[2]?.key).toBe(sent[0]?.key);
  });
});

describe("versions", () => {
  it("are stored from an answer and its record and sent with a change", async () => {
    signedIn();
    const headers: (string | null)[] = [];
    const reply = () => json({ success: true, clinic: { id: 4 } }, 200, { etag: '"v1"' });
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      headers.push(new Headers(init.headers).get("if-match"));
      return reply();
    });
    const answer = await readClinic();
    expect([versionOf(answer), versionOf(answer.clinic), versionOf({})]).toEqual(['"v1"', '"v1"', undefined]);
    const change = { path: { id: 4 }, body: { clinic_details: { id: 4, beds_count: 5 } } };
    await api.put("/admin/clinics/{id}", { ...change, ifMatch: versionOf(answer.clinic) });
    await api.put("/admin/clinics/{id}", change);
    expect(headers).toEqual([null, '"v1"', null]);
  });
});

describe("typo tolerance", () => {
  it("is requested by a header, and the answer has the corrections", async () => {
    signedIn();
    const sentHeaders: (string | null)[] = [];
    const headers = { "careops-spelt": "hospital,%C3%A9clat" };
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      sentHeaders.push(new Headers(init.headers).get("careops-forgiving"));
      return sentHeaders.length === 1 ? json({ success: true }, 200, headers) : json({ success: true });
    });
    const search = { query: { search_text: "hosptial éclatt" } };
    const forgiven = await api.get("/admin/clinics", { ...search, forgiving: true });
    const exact = await api.get("/admin/clinics", search);
    expect([correctionsOf(forgiven), correctionsOf(exact)]).toEqual([["hospital", "éclat"], []]);
    expect(sentHeaders).toEqual(["slips", null]);
  });
});

describe("download", () => {
  const exported = () => download("/admin/ad_campaign_leads/export_download", { body: { ad_campaign_id: 12 } });
  const file = () =>
    new Response("a,b\r\n", { headers: { "content-disposition": 'attachment; filename="leads.csv"' } });

  it("returns the file and its name and is never sent twice with one key", async () => {
    signedIn();
    answers(file());
    const { name, content } = await exported();
    expect([name, await content.text()]).toEqual(["leads.csv", "a,b\r\n"]);
    expect(sent).toEqual([
      {
        url: "/api/admin/ad_campaign_leads/export_download",
        token: "old",
        key: null,
        body: '{"ad_campaign_id":12}',
      },
    ]);
  });

  it("refreshes the session like every call", async () => {
    signedIn();
    answers(refused(401), renewed("new"), file());
    expect((await exported()).name).toBe("leads.csv");
    expect(sent.at(-1)?.token).toBe("new");
  });

  it("raises an envelope as refusal and a broken connection as failure", async () => {
    signedIn();
    answers(refused(429));
    await expect(exported()).rejects.toMatchObject({ status: 429 });
    answers(new TypeError("Failed to fetch"));
    await expect(exported()).rejects.toMatchObject({ status: 0 });
    answers(json({ success: true }));
    await expect(exported()).rejects.toBeInstanceOf(ApiError);
  });
});
