import { renderHook } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { useErrorText } from "@/lib/errors/useErrorText";
import { screens } from "./routes";

const partA = ["/clinics", "/clinics-details/:clinicId/:tab"];
const ours = [{ source: "", title: "There was some error while processing the request." }];
afterEach(() => window.history.replaceState(null, "", "/"));

const textAt = (path: string, error: ApiError, fallback?: string) => {
  window.history.replaceState(null, "", path.replace(/:\w+/g, "1"));
  return renderHook(() => useErrorText()).result.current(error, fallback);
};

describe.each(screens.map(({ path }) => path))("a fault of the server at %s", (path) => {
  const generic = partA.includes(path)
    ? "There was some error while processing the request."
    : "There was some error while processing your request";

  it.each([500, 502, 504])("matches the specification (%i)", (status) => {
    for (const problems of [ours, [{ source: "name", title: "Internal thing" }], []]) {
      expect(textAt(path, new ApiError(status, problems))).toBe(generic);
      expect(textAt(path, new ApiError(status, problems), "Server error")).toBe("Server error");
    }
  });
});

it.each([
  [503, "The service is busy. Please try again in a moment."],
  [507, "Storage is full. Nothing was saved. Please tell your administrator."],
  [409, "Another reason"],
])("message of the server with status %i is shown", (status, message) => {
  const title = status === 507 ? "The storage is full. Nothing was saved." : message;
  expect(textAt("/labs", new ApiError(status, [{ source: "", title }]), "Server error")).toBe(message);
});
