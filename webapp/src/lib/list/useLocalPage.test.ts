import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { useLocalPage } from "./useLocalPage";

it("starts at the first page after every change of the filter", () => {
  const { result, rerender } = renderHook(({ listed }) => useLocalPage(listed), { initialProps: { listed: "all" } });
  act(() => result.current.goTo(2));
  rerender({ listed: "all" });
  expect(result.current.page).toBe(2);
  rerender({ listed: "ios" });
  expect(result.current.page).toBe(1);
  rerender({ listed: "all" });
  expect(result.current.page).toBe(1);
});
