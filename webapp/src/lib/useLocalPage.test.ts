import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLocalPage } from "./useLocalPage";

it("begins with the first page whenever the filter changes, also back to an earlier one", () => {
  const { result, rerender } = renderHook(({ listed }) => useLocalPage(listed), { initialProps: { listed: "all" } });
  act(() => result.current.goTo(2));
  rerender({ listed: "all" });
  expect(result.current.page).toBe(2);
  rerender({ listed: "ios" });
  expect(result.current.page).toBe(1);
  rerender({ listed: "all" });
  expect(result.current.page).toBe(1);
});
