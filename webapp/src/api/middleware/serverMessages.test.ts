import { afterEach, expect, it, vi } from "vitest";
import * as texts from "@/lib/errors/serverMessageTexts";
import { ApiError } from "../errors";
import { createRequest } from "../request";
import { compose } from "./compose";
import { fetchMessagesOfError } from "./serverMessages";

const refused = new ApiError(422, [{ source: "name", title: "Name is required", code: "required" }]);
const failWith = (error: Error) =>
  compose([fetchMessagesOfError], () => Promise.reject(error))(createRequest("get", "/clinics", {}, false));

afterEach(() => vi.useRealTimers());

it("fetches the translations before an error with a message arrives", async () => {
  const fetched = vi.spyOn(texts, "fetchServerMessages").mockResolvedValue();
  await expect(failWith(refused)).rejects.toBe(refused);
  expect(fetched).toHaveBeenCalledOnce();
});

it("fetches nothing for an error without a message", async () => {
  const fetched = vi.spyOn(texts, "fetchServerMessages").mockResolvedValue();
  await expect(failWith(new ApiError(0))).rejects.toThrow();
  expect(fetched).not.toHaveBeenCalled();
});

it("shows the error if the translations cannot be fetched", async () => {
  vi.spyOn(texts, "fetchServerMessages").mockRejectedValue(new Error("offline"));
  await expect(failWith(refused)).rejects.toBe(refused);
});

it("shows the error if the translations take too long", async () => {
  vi.useFakeTimers();
  vi.spyOn(texts, "fetchServerMessages").mockReturnValue(new Promise(() => undefined));
  const seen = expect(failWith(refused)).rejects.toBe(refused);
  await vi.advanceTimersByTimeAsync(2_000);
  await seen;
});
