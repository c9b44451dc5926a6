import { beforeEach, describe, expect, it, vi } from "vitest";
import { unsavedForms } from "@/lib/state/unsavedForms";
import { can, mainAccountType, type Session, session } from "./session";

const account = (account_type: string) => ({ account_type });
const harpreet: Session = {
  authToken: "token",
  refreshToken: "refresh",
  accountType: "customer_care",
  user: { id: 1, name: "Harpreet", phone_number: "9000000001", email: null, user_accounts: [account("customer_care")] },
};

beforeEach(() => session.end("signedOut"));

describe("mainAccountType", () => {
  it.each([
    [["super_admin"], "super_admin"],
    [["customer_care", "super_admin", "billing_admin"], "super_admin"],
    [["customer_care"], "customer_care"],
    [["billing_admin"], "billing_admin"],
    [["customer_care", "billing_admin"], "billing_admin"],
    [["doctor", "customer_care"], "customer_care"],
    [["doctor"], null],
    [[], null],
  ])("makes %j work as %s", (types, expected) => {
    expect(mainAccountType(types.map(account))).toBe(expected);
  });
});

describe("can", () => {
  // Proves SEC-23.table.
  it("follows the generated table", () => {
    expect(can("customer_care", "staff")).toBe(true);
    expect(can("customer_care", "billing")).toBe(false);
    expect(can("billing_admin", "billing")).toBe(true);
    expect(can("billing_admin", "super")).toBe(false);
    expect(can("super_admin", "super")).toBe(true);
  });
});

describe("session", () => {
  // Proves SEC-19.keys.
  it("stores exactly the documented keys", () => {
    session.start(harpreet);
    expect(Object.keys(localStorage).sort()).toEqual(["account_type", "authToken", "idt", "user"]);
    expect(session.get()).toEqual(harpreet);
  });

  it("survives a reload of the console", async () => {
    session.start(harpreet);
    vi.resetModules();
    const again = await import("./session");
    expect(again.session.get()).toEqual(harpreet);
  });

  it("reports its reason once before it is cleared", () => {
    session.start(harpreet);
    localStorage.setItem("current_language", "hi");
    const listener = vi.fn(() => expect(localStorage.getItem("current_language")).toBe("hi"));
    const stop = session.onEnd(listener);
    const lifetime = session.lifetime();
    session.end("unauthorized");
    session.end("unauthorized");
    stop();
    expect(listener.mock.calls).toEqual([["unauthorized"]]);
    expect(localStorage.length).toBe(0);
    expect(session.get()).toBeNull();
    expect(lifetime.aborted).toBe(true);
  });

  it("waits without a token for the same person if a form has input", () => {
    session.start(harpreet);
    const sent = unsavedForms.add();
    session.end("unauthorized");
    sent();
    expect([session.get(), localStorage.length]).toEqual([null, 0]);
    expect(session.awaited()).toMatchObject({ user: harpreet.user, authToken: "", refreshToken: null });
    // Requests made after this find no token.
    session.end("invalidToken");
    expect(session.awaited()).not.toBeNull();
    session.start({ ...harpreet, authToken: "another" });
    expect([session.awaited(), session.get()?.authToken]).toEqual([null, "another"]);
  });

  it.each(["somebody else", "giving up"])("waits no longer after %s", (what) => {
    session.start(harpreet);
    const sent = unsavedForms.add();
    session.end("unauthorized");
    sent();
    if (what === "giving up") session.giveUp();
    else session.start({ ...harpreet, user: { ...harpreet.user, id: 2 } });
    expect(session.awaited()).toBeNull();
  });

  it("does not wait after a sign-out here or in another tab", () => {
    const sent = unsavedForms.add();
    session.start(harpreet);
    session.end("signedOut");
    expect(session.awaited()).toBeNull();
    session.start(harpreet);
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(session.awaited()).toBeNull();
    session.start(harpreet);
    // A forced end in the other tab removes the keys one by one.
    localStorage.removeItem("authToken");
    dispatchEvent(new StorageEvent("storage", { key: "authToken" }));
    expect(session.awaited()?.user.id).toBe(1);
    sent();
    session.giveUp();
  });

  it("ends if another tab clears the storage", () => {
    session.start(harpreet);
    localStorage.clear();
    dispatchEvent(new StorageEvent("storage", { key: null }));
    expect(session.get()).toBeNull();
  });

  it("begins if another tab signs in", () => {
    localStorage.setItem("user", JSON.stringify(harpreet.user));
    localStorage.setItem("authToken", "token");
    dispatchEvent(new StorageEvent("storage", { key: "authToken" }));
    expect(session.get()?.user.name).toBe("Harpreet");
    // Without a stored account type, the session derives it again.
    expect(session.get()?.accountType).toBe("customer_care");
  });

  it.each(["", "null", "{", "[1]", '"Harpreet"', '{"id":"1"}', '{"id":1,"user_accounts":"zzz"}'])(
    "treats %j as signed out and drops the token",
    (stored) => {
      localStorage.setItem("authToken", "token");
      localStorage.setItem("idt", "refresh");
      localStorage.setItem("user", stored);
      expect(session.reread()).toBeNull();
      expect(localStorage.length).toBe(0);
    },
  );

  it.each([
    ["broken accounts", { id: 1, name: "H", user_accounts: "zzz" }, { name: "H", user_accounts: [] }],
    ["no accounts", { id: 1, name: "H", user_accounts: [null, 7] }, { name: "H", user_accounts: [] }],
    ["no name", { id: 1, name: { first: "H" } }, { name: "", user_accounts: [] }],
  ])("reads the valid fields of a stored user with %s", (_, stored, read) => {
    localStorage.setItem("authToken", "token");
    localStorage.setItem("account_type", "super_admin");
    localStorage.setItem("user", JSON.stringify(stored));
    expect(session.reread()?.user).toMatchObject(read);
  });

  it("lasts as long as the page without browser storage", () => {
    vi.stubGlobal("localStorage", undefined);
    session.start(harpreet);
    expect(session.reread()).toEqual(harpreet);
    session.end("signedOut");
    expect(session.reread()).toBeNull();
    vi.unstubAllGlobals();
  });
});
