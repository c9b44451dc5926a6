import { act, renderHook } from "@testing-library/react";
import { expect, test, vi } from "vitest";

/** Fake of Chromium's behaviour: reading `matches` between a change and its event drops the event. */
function systemThatForgets() {
  const listeners: ((event: { matches: boolean }) => void)[] = [];
  let dark = false;
  let due = false;
  return {
    get matches() {
      due = false;
      return dark;
    },
    addEventListener: (_: string, listener: (typeof listeners)[number]) => void listeners.push(listener),
    turn(to: boolean) {
      dark = to;
      due = true;
    },
    paint() {
      if (due) for (const tell of listeners) tell({ matches: dark });
      due = false;
    },
  };
}

test("screen rendered during a change of the system colours follows it", async () => {
  const system = systemThatForgets();
  vi.stubGlobal("matchMedia", () => system);
  vi.resetModules();
  const { useTheme } = await import("./theme");
  const { result, rerender } = renderHook(() => useTheme());
  expect(result.current).toBe("light");
  system.turn(true);
  rerender();
  act(() => system.paint());
  expect(result.current).toBe("dark");
  expect(document.documentElement.className).toContain("bp6-dark");
  system.turn(false);
  rerender();
  act(() => system.paint());
  expect(result.current).toBe("light");
  expect(document.documentElement.className).not.toContain("bp6-dark");
});
