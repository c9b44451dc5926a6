import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { type ContextAction, contextActions, useContextActions } from "./contextActions";

it("lists the actions on screen once by name and runs the current ones", () => {
  const changed = vi.fn();
  const stop = contextActions.subscribe(changed);
  const before = vi.fn();
  const now = vi.fn();
  const tabs = renderHook(() => useContextActions([{ text: "Staff", to: "/clinics-details/41/staff" }]));
  const tool = renderHook(({ run }) => useContextActions([{ text: "Export", run }]), { initialProps: { run: before } });
  const twin = renderHook(() => useContextActions([{ text: "Export", run: vi.fn() }]));
  expect(contextActions.get().map(({ text }) => text)).toEqual(["Staff", "Export"]);
  tool.rerender({ run: now });
  act(() => (contextActions.get()[1] as Extract<ContextAction, { run: unknown }>).run());
  expect(now).toHaveBeenCalledOnce();
  expect(before).not.toHaveBeenCalled();
  for (const hook of [tabs, tool, twin]) hook.unmount();
  expect(contextActions.get()).toEqual([]);
  expect(changed).toHaveBeenCalled();
  stop();
});

it("action from elsewhere waits for its screen and runs once", () => {
  const run = vi.fn();
  history.replaceState(null, "", "/clinics");
  const first = renderHook(() => useContextActions([{ text: "Add", run }]));
  contextActions.begin("Add", "/promo-code");
  expect(run).not.toHaveBeenCalled();
  first.unmount();
  history.replaceState(null, "", "/promo-code");
  const second = renderHook(() => useContextActions([{ text: "Add", run }]));
  expect(run).toHaveBeenCalledOnce();
  second.unmount();
  renderHook(() => useContextActions([{ text: "Add", run }]));
  expect(run).toHaveBeenCalledOnce();
});

it("is dropped on another screen and by another action", () => {
  const run = vi.fn();
  history.replaceState(null, "", "/clinics");
  contextActions.begin("Add", "/promo-code");
  history.replaceState(null, "", "/labs");
  renderHook(() => useContextActions([{ text: "Look", run }])).unmount();
  history.replaceState(null, "", "/promo-code");
  renderHook(() => useContextActions([{ text: "Add", run }])).unmount();
  history.replaceState(null, "", "/clinics");
  contextActions.begin("Add", "/promo-code");
  contextActions.begin("Upload", "/campaign-leads");
  history.replaceState(null, "", "/promo-code");
  renderHook(() => useContextActions([{ text: "Add", run }])).unmount();
  expect(run).not.toHaveBeenCalled();
});

it("is dropped if its screen does not open", () => {
  vi.useFakeTimers();
  const run = vi.fn();
  contextActions.begin("Upload", "/campaign-leads");
  vi.advanceTimersByTime(15_000);
  history.replaceState(null, "", "/campaign-leads");
  renderHook(() => useContextActions([{ text: "Upload", run }]));
  expect(run).not.toHaveBeenCalled();
  vi.useRealTimers();
});
