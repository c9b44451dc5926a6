import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { ErrorState } from "./ErrorState";

const failed = (error: Error) => (
  <ErrorState text="It did not come" error={error} busy={false} onRetry={() => undefined} />
);

test("unsupported call is reported calmly without Retry", () => {
  render(failed(new ApiError(404, [{ source: "not_offered", title: "This platform does not offer this" }], "r-1")));
  expect(screen.getByRole("status").textContent).toBe("This is not available on this platform.");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("missing record has another message", () => {
  render(failed(new ApiError(404, [{ source: "broadcast_id", title: "There is no broadcast with this id" }], "r-1")));
  expect(screen.getByRole("alert").textContent).toContain("It did not come");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});
