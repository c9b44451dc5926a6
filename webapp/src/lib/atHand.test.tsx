import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type AtHand, atHand, useAtHand } from "./atHand";

it("tells what is on screen as long as it is there, each name once, and does what it would do now", () => {
  const changed = vi.fn();
  const stop = atHand.subscribe(changed);
  const before = vi.fn();
  const now = vi.fn();
  const tabs = renderHook(() => useAtHand([{ text: "Staff", to: "/clinics-details/41/staff" }]));
  const tool = renderHook(({ run }) => useAtHand([{ text: "Export", run }]), { initialProps: { run: before } });
  const twin = renderHook(() => useAtHand([{ text: "Export", run: vi.fn() }]));
  expect(atHand.all().map(({ text }) => text)).toEqual(["Staff", "Export"]);
  tool.rerender({ run: now });
  act(() => (atHand.all()[1] as Extract<AtHand, { run: unknown }>).run());
  expect(now).toHaveBeenCalledOnce();
  expect(before).not.toHaveBeenCalled();
  for (const part of [tabs, tool, twin]) part.unmount();
  expect(atHand.all()).toEqual([]);
  expect(changed).toHaveBeenCalled();
  stop();
});
