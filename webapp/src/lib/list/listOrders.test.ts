import { beforeEach, describe, expect, it } from "vitest";
import { session } from "@/api/session";
import { type ListOrder, positionIn, rememberOrder } from "./listOrders";
import { lastListUrl } from "./listUrls";

const pages: Record<number, number[]> = { 1: [9, 8], 2: [7, 6], 3: [5] };
const order: ListOrder = {
  page: 2,
  perpage: 2,
  total: 5,
  ids: [7, 6],
  readIds: async (page) => pages[page] ?? [],
};
beforeEach(() => {
  session.end("signedOut");
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "customer_care", user });
  rememberOrder("/clinics", order);
});

describe("position of a record in its list", () => {
  it("counts across pages", () => {
    expect(positionIn("/clinics", 6)).toMatchObject({ number: 4, total: 5 });
    expect(positionIn("/clinics", 9)).toBeNull();
    expect(positionIn("/doctors", 6)).toBeNull();
  });

  it("reads the neighbouring page at the end of a page and opens the list there", async () => {
    expect(await positionIn("/clinics", 7)?.next?.()).toBe(6);
    expect(await positionIn("/clinics", 6)?.previous?.()).toBe(7);
    expect(await positionIn("/clinics", 6)?.next?.()).toBe(5);
    expect(lastListUrl("/clinics")).toBe("/clinics?page=3");
    const last = positionIn("/clinics", 5);
    expect(last).toMatchObject({ number: 5, next: undefined });
    expect(await last?.previous?.()).toBe(6);
    expect(await positionIn("/clinics", 7)?.previous?.()).toBe(8);
    await positionIn("/clinics", 9)?.next?.();
    expect(positionIn("/clinics", 9)).toMatchObject({ number: 1, previous: undefined });
    expect(lastListUrl("/clinics")).toBe("/clinics");
  });

  it("is null for a list that has become shorter", async () => {
    rememberOrder("/clinics", { ...order, readIds: async () => [] });
    expect(await positionIn("/clinics", 6)?.next?.()).toBeNull();
    expect(positionIn("/clinics", 6)).toMatchObject({ number: 4 });
  });

  it("ends with the session", () => {
    session.end("signedOut");
    expect(positionIn("/clinics", 6)).toBeNull();
  });
});
