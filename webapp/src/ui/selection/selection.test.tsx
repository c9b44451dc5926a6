import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo, useState } from "react";
import { MemoryRouter } from "react-router";
import { beforeEach, describe, expect, it } from "vitest";
import { ApiError } from "@/api/errors";
import type { ListState } from "@/lib/list/listState";
import { Toaster } from "../feedback/Toaster";
import { column } from "../table/columns";
import type { Column } from "../table/columnTypes";
import { atomicBatch, fetchAllRows, runInBatches } from "./batches";
import { SelectionBar } from "./SelectionBar";
import { SelectTable } from "./SelectTable";
import { useBulk } from "./useBulk";
import { useSelection } from "./useSelection";

const go = () => ({ stop: new AbortController().signal, onProgress: () => undefined });
const numbers = (many: number) => Array.from({ length: many }, (_, at) => at + 1);

describe("an action on many rows", () => {
  it("is sent in parts, and a failed part does not stop the next", async () => {
    const refused = new ApiError(409, [{ source: "ids", title: "2 are gone" }]);
    const sent: number[] = [];
    const outcome = await runInBatches(
      numbers(5),
      atomicBatch(async (batch) => {
        if (batch.includes(3)) throw refused;
      }),
      { ...go(), onProgress: (many) => sent.push(many), most: 2 },
    );
    expect(outcome).toEqual({ done: [1, 2, 5], unchanged: [], failed: [{ rows: [3, 4], error: refused }], left: [] });
    expect(sent).toEqual([2, 4, 5]);
  });

  it("stops after the current part", async () => {
    const stopping = new AbortController();
    const send = atomicBatch<number>(async () => stopping.abort());
    const outcome = await runInBatches(numbers(5), send, { ...go(), stop: stopping.signal, most: 2 });
    expect(outcome).toEqual({ done: [1, 2], unchanged: [], failed: [], left: [3, 4, 5] });
  });

  it("stops at sign-out and starts with the maximum size of a call", async () => {
    const sizes: number[] = [];
    const outcome = await runInBatches(
      numbers(1200),
      atomicBatch(async (batch) => {
        sizes.push(batch.length);
        if (sizes.length === 2) throw new DOMException("The session is over", "AbortError");
      }),
      go(),
    );
    expect(sizes).toEqual([500, 500]);
    expect(outcome.left).toHaveLength(700);
  });

  it("reads every page first and each moved row once", async () => {
    const pages = [[1, 2], [2, 3], [4]];
    const read = async ({ page }: { page: number }) => ({ rows: pages[page - 1] ?? [], total: 5 });
    expect(await fetchAllRows(read, (row) => row, { ...go(), most: 2 })).toEqual([1, 2, 3, 4]);
  });
});

interface Town {
  id: number;
  name: string;
}
const towns = numbers(23).map((id): Town => ({ id, name: `Town ${id}` }));
const nameOf = ({ name }: Town) => name;
const rowKey = ({ id }: Town) => id;
let closed: number[][];
let refusing: boolean;
/** Towns that another user has deleted. */
let gone: number[];

beforeEach(() => {
  closed = [];
  refusing = false;
  gone = [];
});

function Towns() {
  const [page, setPage] = useState(1);
  const [scope, setScope] = useState("");
  const [loaded, setLoaded] = useState(true);
  const list: ListState<Town> = {
    rows: loaded ? towns.slice((page - 1) * 10, page * 10) : undefined,
    total: towns.length,
    error: undefined,
    loading: false,
    earlier: false,
    reload: async () => undefined,
  };
  const read = async () => ({ rows: towns, total: towns.length });
  const selection = useSelection({ list, rowKey, scope, read });
  const bulk = useBulk({ selection, rowKey, nameOf, reload: list.reload });
  const columns = useMemo((): Column<Town>[] => [column.text("name", "Name", 200, nameOf)], []);
  const [shown, setShown] = useState<readonly Town[]>([]);
  const after = (town: Town) => ({ ...town, name: `${town.name} (named)` });
  const send = async (rows: readonly Town[]) => {
    if (refusing) throw new ApiError(409, [{ source: "ids", title: "It is raining" }]);
    const missing = rows.map(rowKey).filter((id) => gone.includes(id));
    if (missing.length > 0)
      throw new ApiError(409, [{ source: "ids", title: "Some are gone", detail: missing.join(", ") }]);
    closed.push(rows.map(rowKey));
  };
  return (
    <>
      <SelectionBar selection={selection} total={list.total}>
        <button type="button" onClick={() => void bulk.run({ title: "Closing", send, done: () => "Closed" })}>
          {"Close the towns"}
        </button>
        <button type="button" onClick={() => void bulk.run({ title: "Naming", send, after, done: () => "Named" })}>
          {"Name the towns"}
        </button>
        <button type="button" onClick={() => void selection.rows(new AbortController().signal).then(setShown)}>
          {"Show the towns"}
        </button>
        <p data-testid="shown">{shown.map(nameOf).join(", ")}</p>
      </SelectionBar>
      <SelectTable caption="Towns" columns={columns} rows={list.rows} {...{ rowKey, selection, nameOf }} />
      <button type="button" onClick={() => setLoaded(!loaded)}>
        {"Loaded"}
      </button>
      <button type="button" onClick={() => setPage(page + 1)}>
        {"Next"}
      </button>
      <button type="button" onClick={() => setScope("coast")}>
        {"Only at the coast"}
      </button>
      {bulk.dialog}
    </>
  );
}
function open() {
  render(
    <MemoryRouter useTransitions={false}>
      <Toaster />
      <Towns />
    </MemoryRouter>,
  );
  return userEvent.setup();
}
const box = (name: string) => screen.getByRole("checkbox", { name }) as HTMLInputElement;
const button = (name: string) => screen.getByRole("button", { name });
const bar = () => within(screen.getByRole("region", { name: "Selected rows" }));
const status = () => bar().getByRole("status").textContent;

describe("rows that can be selected", () => {
  it("are selected singly or by Shift and stay selected on the next page", async () => {
    const user = open();
    expect(status()).toBe("Select rows to work on several at once.");
    await user.click(box("Select Town 2"));
    await user.keyboard("{Shift>}");
    await user.click(box("Select Town 5"));
    await user.keyboard("{/Shift}");
    expect(status()).toBe("4 selected");
    expect(box("Select Town 4").checked).toBe(true);
    expect(box("Select all on this page").indeterminate).toBe(true);
    await user.click(button("Next"));
    box("Select Town 11").focus();
    await user.keyboard(" ");
    expect(status()).toBe("5 selected");
    await user.click(button("Close the towns"));
    await screen.findByText("Closed");
    expect(closed).toEqual([[2, 3, 4, 5, 11]]);
    expect(status()).toBe("Select rows to work on several at once.");
  });

  it("cannot be selected before they are loaded", async () => {
    const user = open();
    await user.click(button("Loaded"));
    expect(screen.getAllByRole("row")).toHaveLength(1);
    expect(box("Select all on this page").disabled).toBe(true);
    expect((bar().getByRole("button", { name: "Select all on this page" }) as HTMLButtonElement).disabled).toBe(true);
    await user.click(button("Loaded"));
    await user.click(bar().getByRole("button", { name: "Select all on this page" }));
    expect(status()).toBe("10 selected");
  });

  it("are selected by page, then all matches, and can be deselected singly", async () => {
    const user = open();
    await user.click(box("Select all on this page"));
    expect(status()).toBe("10 selected");
    await user.click(button("Select all 23 matches"));
    expect(status()).toBe("All 23 matches are selected");
    await user.click(button("Close the towns"));
    await screen.findByText("Closed");
    expect(closed).toEqual([towns.map(rowKey)]);
    await user.click(box("Select all on this page"));
    await user.click(button("Select all 23 matches"));
    await user.click(box("Select Town 1"));
    expect(status()).toBe("9 selected");
  });

  it("are deselected with their list", async () => {
    const user = open();
    await user.click(box("Select Town 1"));
    await user.click(button("Only at the coast"));
    expect(box("Select Town 1").checked).toBe(false);
  });

  it("are deselected and named if deleted, and the others can be sent", async () => {
    gone = [2, 3];
    const user = open();
    for (const name of ["Town 1", "Town 2", "Town 3"]) await user.click(box(`Select ${name}`));
    await user.click(button("Close the towns"));
    await screen.findByText("Some are gone");
    expect(screen.getByRole("alert").textContent).toContain("No longer selected:\nTown 2\nTown 3");
    await waitFor(() => expect(status()).toBe("1 selected"));
    await user.click(button("Close the towns"));
    await screen.findByText("Closed");
    expect(closed).toEqual([[1]]);
  });

  it("stay selected with their new state if the action allows it", async () => {
    const user = open();
    for (const name of ["Town 1", "Town 2"]) await user.click(box(`Select ${name}`));
    await user.click(button("Name the towns"));
    await screen.findByText("Named");
    await waitFor(() => expect(status()).toBe("2 selected"));
    await user.click(button("Show the towns"));
    await waitFor(() => expect(screen.getByTestId("shown").textContent).toBe("Town 1 (named), Town 2 (named)"));
  });

  it("stay selected after a failure with its reason", async () => {
    refusing = true;
    const user = open();
    await user.click(box("Select Town 1"));
    await user.click(button("Close the towns"));
    await screen.findByText("It is raining");
    await waitFor(() => expect(status()).toBe("1 selected"));
  });
});
