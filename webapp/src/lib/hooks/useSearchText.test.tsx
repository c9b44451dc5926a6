import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSearchText } from "./useSearchText";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function field(applied = "") {
  const searched: string[] = [];
  const props = { applied, cleared: 0 };
  const { result, rerender } = renderHook(
    (now: typeof props) => useSearchText(now.applied, now.cleared, 800, (text) => searched.push(text)),
    { initialProps: props },
  );
  return { searched, now: () => result.current, rerender };
}
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));

it("searches once 800 ms after the last key", () => {
  const { searched, now } = field();
  act(() => now().type("ap"));
  wait(500);
  act(() => now().type("apo"));
  wait(799);
  expect(searched).toEqual([]);
  wait(1);
  expect(searched).toEqual(["apo"]);
});

it("searches at once with Enter without repetition", () => {
  const { searched, now } = field();
  act(() => now().type(" apollo "));
  act(() => now().searchNow(" apollo "));
  wait(2000);
  expect(searched).toEqual(["apollo"]);
});

it("keeps the typed text when its own search arrives", () => {
  const { now, rerender } = field();
  act(() => now().type("ap"));
  wait(800);
  act(() => now().type("apo"));
  rerender({ applied: "ap", cleared: 0 });
  expect(now().text).toBe("apo");
});

it("follows Back and drops unsent text on clear", () => {
  const { searched, now, rerender } = field("apollo");
  rerender({ applied: "", cleared: 0 });
  expect(now().text).toBe("");
  act(() => now().type("half"));
  rerender({ applied: "", cleared: 1 });
  wait(2000);
  expect(now().text).toBe("");
  expect(searched).toEqual([]);
});
