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

it("is changed as it was read last", async () => {
  const { newest, versions } = opened(() => Promise.resolve({ id: 1, name: "As it is now" }));
  expect(newest.current).toBe(row);
  expect(await versions?.reread()).toEqual({ name: "As it is now" });
  expect(newest.current?.name).toBe("As it is now");
});

it("is changed as it was listed where the platform reads no single one", async () => {
  const { newest, versions } = opened(() => Promise.reject(new ApiError(404)));
  expect(await versions?.reread()).toEqual({ name: "As listed" });
  expect(newest.current).toBe(row);
});

it("is not changed when it cannot be read", async () => {
  await expect(opened(() => Promise.reject(new ApiError(503))).versions?.reread()).rejects.toThrow();
});

it("has no versions where there is nothing yet", () => {
  expect(opened(() => Promise.reject(new ApiError(404)), null).versions).toBeUndefined();
});
