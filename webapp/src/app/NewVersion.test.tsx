import { act, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { NewVersion } from "./NewVersion";

// What the server writes into the page is there before anything of it runs.
vi.hoisted(() => {
  document.head.innerHTML = '<meta name="build" content="one">';
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const page = (build: string) => `<html><head><meta name="build" content="${build}"></head></html>`;
const offer = () => screen.queryByRole("button", { name: "Refresh" });
const minute = () => act(() => vi.advanceTimersByTimeAsync(60_000));

test("where no socket gets through the page is asked for its build, and each new one is offered once", async () => {
  vi.useFakeTimers();
  let served = "one";
  vi.stubGlobal("fetch", async () => new Response(served === "" ? "away" : page(served)));
  render(<NewVersion />);
  await minute();
  expect(offer()).toBeNull();
  served = "two";
  await minute();
  expect(offer()).not.toBeNull();
  act(() => screen.getByRole("button", { name: "Later" }).click());
  await minute();
  expect(offer()).toBeNull();
  served = "three";
  await minute();
  expect(offer()).not.toBeNull();
  act(() => screen.getByRole("button", { name: "Later" }).click());
  served = "";
  await minute();
  expect(offer()).toBeNull();
});
