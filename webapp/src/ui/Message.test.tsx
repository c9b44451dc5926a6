import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import { ErrorState } from "./ErrorState";

const failed = (error: Error) => (
  <ErrorState text="It did not come" error={error} busy={false} onRetry={() => undefined} />
);

test("what a platform does not offer is said calmly, and there is nothing to try again", () => {
  render(failed(new ApiError(404, [{ source: "not_offered", title: "This platform does not offer this" }], "r-1")));
  expect(screen.getByRole("status").textContent).toBe("This is not available on this platform.");
  expect(screen.queryByRole("button")).toBeNull();
  expect(screen.queryByRole("alert")).toBeNull();
});

test("what is not there is another thing", () => {
  render(failed(new ApiError(404, [{ source: "broadcast_id", title: "There is no broadcast with this id" }], "r-1")));
  expect(screen.getByRole("alert").textContent).toContain("It did not come");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});
