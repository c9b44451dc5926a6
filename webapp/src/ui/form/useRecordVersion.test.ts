import { renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import { useRecordVersion } from "./useRecordVersion";

interface Row {
  id: number;
  name: string;
}
const row = { id: 1, name: "As listed" };
const opened = (read: (row: Row) => Promise<Row>, of: Row | null = row) =>
  renderHook(() => useRecordVersion(of, { read, valuesOf: ({ name }) => ({ name }), fields: { name: "Name" } })).result
    .current;

it("is changed with the version of the last read", async () => {
  const { newest, versions } = opened(() => Promise.resolve({ id: 1, name: "As it is now" }));
  expect(newest.current).toBe(row);
  expect(await versions?.reread()).toEqual({ name: "As it is now" });
  expect(newest.current?.name).toBe("As it is now");
});

it("is changed with the listed version if the platform reads no single record", async () => {
  const { newest, versions } = opened(() => Promise.reject(new ApiError(404)));
  expect(await versions?.reread()).toEqual({ name: "As listed" });
  expect(newest.current).toBe(row);
});

it("is not changed after a failed read", async () => {
  await expect(opened(() => Promise.reject(new ApiError(503))).versions?.reread()).rejects.toThrow();
});

it("has no version before it is loaded", () => {
  expect(opened(() => Promise.reject(new ApiError(404)), null).versions).toBeUndefined();
});
