import { act, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { useSuggestions } from "./useSuggestions";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Question {
  text: string;
  signal: AbortSignal;
  answer: (matches: string[]) => void;
  fail: (error: Error) => void;
}

function asking() {
  const questions: Question[] = [];
  const ask = (text: string, signal: AbortSignal) =>
    new Promise<string[]>((answer, fail) => questions.push({ text, signal, answer, fail }));
  return { questions, ...renderHook(() => useSuggestions(ask, 250)) };
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

it("requests once after the last key", async () => {
  const { questions, result } = asking();
  for (const text of ["l", "lu", "lud"]) {
    act(() => result.current.look(text));
    await pass(200);
  }
  expect(questions).toEqual([]);
  expect(result.current.asking).toBe(true);
  await pass(50);
  expect(questions.map(({ text }) => text)).toEqual(["lud"]);
  questions[0]?.answer(["Ludhiana"]);
  await pass(0);
  expect(result.current).toMatchObject({ text: "lud", matches: ["Ludhiana"], failed: false, asking: false });
});

it("late answer never replaces a newer one", async () => {
  const { questions, result } = asking();
  act(() => result.current.look("lud"));
  await pass(250);
  act(() => result.current.look("amr"));
  await pass(250);
  expect(questions[0]?.signal.aborted).toBe(true);
  questions[1]?.answer(["Amritsar"]);
  questions[0]?.answer(["Ludhiana"]);
  await pass(0);
  expect(result.current.matches).toEqual(["Amritsar"]);
});

it("reports a failure and retries with the next text", async () => {
  const { questions, result } = asking();
  act(() => result.current.look("lud"));
  await pass(250);
  questions[0]?.fail(new Error("busy"));
  await pass(0);
  expect(result.current).toMatchObject({ matches: [], failed: true });
  act(() => result.current.look("ludh"));
  await pass(250);
  questions[1]?.fail(new Error("busy"));
  await pass(0);
  act(() => result.current.retry());
  expect(result.current).toMatchObject({ failed: true, asking: true });
  expect(questions[2]?.text).toBe("ludh");
  questions[2]?.answer(["Ludhiana"]);
  await pass(0);
  expect(result.current).toMatchObject({ matches: ["Ludhiana"], failed: false, asking: false });
});

it("disabled field requests and shows nothing", async () => {
  const { questions, result, unmount } = asking();
  act(() => result.current.look("lud"));
  act(() => result.current.look(""));
  await pass(500);
  expect(questions).toEqual([]);
  act(() => result.current.look("lud"));
  await pass(250);
  unmount();
  expect(questions[0]?.signal.aborted).toBe(true);
});
