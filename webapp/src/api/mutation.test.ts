import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { respond } from "@/test-api";
import { request, send, withPicture } from "./mutation";
import { session } from "./session";

let sent: string[];
beforeEach(() => {
  sent = [];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string, { method, body, headers }: RequestInit) => {
    sent.push([method, url, body, new Headers(headers).get("if-match")].join(" "));
    return respond("post", "/doctors", { success: true } as never);
  });
});
afterEach(() => session.end("signedOut"));

const link = (address: string | null) =>
  request.post("/doctors", { body: { doctor_details: { id: 3, reg_photo_url: address } }, ifMatch: '"4"' });

it("sends nothing before it is sent, then exactly its preview", async () => {
  const change = link(null);
  expect(change).toMatchObject({ verb: "post", path: "/doctors", options: { ifMatch: '"4"' } });
  expect(sent).toEqual([]);
  await send(change);
  expect(sent).toEqual(['POST /api/doctors {"doctor_details":{"id":3,"reg_photo_url":null}} "4"']);
});

it("has a placeholder for an unsent picture and its address after the upload", () => {
  const file = new File(["x"], "me.jpg");
  const change = withPicture("certificates", file, link);
  expect(change?.options.body).toEqual({ doctor_details: { id: 3, reg_photo_url: "certificates:me.jpg" } });
  expect(change?.pictures).toEqual([{ placeholder: "certificates:me.jpg", bucket: "certificates", file: "me.jpg" }]);
  const address = "https://files.example/certificates/1";
  expect(change?.upload?.complete(address)?.options.body).toEqual({
    doctor_details: { id: 3, reg_photo_url: address },
  });
});

it("keeps the address of a stored picture that looks like a placeholder", () => {
  expect(withPicture("news", "news:me.jpg", link)?.pictures).toBeUndefined();
});
