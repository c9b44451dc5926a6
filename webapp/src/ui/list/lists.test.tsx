import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useMemo } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { useList } from "@/api/hooks";
import { request } from "@/api/mutation";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { saveCorrections } from "@/api/spellingCorrections";
import { textFilter, useListQuery } from "@/lib/list/useListQuery";
import { respond, respondError } from "@/test-api";
import { useDelete } from "../action/useDelete";
import { Toaster } from "../feedback/Toaster";
import { column } from "../table/columns";
import type { Column } from "../table/columnTypes";
import { ListScreen } from "./ListScreen";

interface Town {
  id: number;
  name: string;
  founded: string | null;
  people: number | null;
  coastal: boolean;
}
const town = (id: number): Town => ({ id, name: `Town ${id}`, founded: null, people: null, coastal: false });

/** Rows of the fake server, and its answer on failure. */
let towns: Town[];
let failing: (query: Record<string, unknown>) => boolean;
let requests: string[];
let address: string;

beforeEach(() => {
  towns = Array.from({ length: 23 }, (_, at) => town(at + 1));
  failing = () => false;
  requests = [];
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string) => {
    const id = Number(url.split("/").pop());
    if (id === 13) return respondError(409, { source: "", title: "Nobody takes 13 away", code: "conflict" });
    towns = towns.filter((other) => other.id !== id);
    return respond("delete", "/careops/views/{view_id}", { success: true });
  });
  vi.spyOn(api, "get").mockImplementation((async (_path: string, { query }: { query: Record<string, unknown> }) => {
    requests.push(new URLSearchParams(query as Record<string, string>).toString());
    if (failing(query)) throw new ApiError(500, [], "req-7");
    const from = (Number(query.page) - 1) * Number(query.perpage);
    const reply = { rows: towns.slice(from, from + Number(query.perpage)), total: towns.length };
    if (query.search === "twon") saveCorrections(reply, "town");
    return reply;
  }) as unknown as typeof api.get);
});

const filters = { search: textFilter(20) };
const choices = { sizes: [10, 50, 100], orders: ["name", "people"] };

function Towns() {
  const query = useListQuery(filters, choices);
  const { page, perpage, order, values } = query;
  const options = { query: { page, perpage, ...(order && { order: JSON.stringify(order) }), ...values } };
  const list = useList(
    "/admin/clinics",
    options as never,
    (reply) => reply as unknown as { rows: Town[]; total: number },
  );
  const deletion = useDelete<Town>({
    title: ({ name }) => `Delete ${name}`,
    ask: "Are you sure?",
    toRequest: ({ id }) => request.delete("/careops/views/{view_id}", { path: { view_id: id } }),
    list,
    pages: query,
  });
  const { ask } = deletion;
  const columns = useMemo(
    (): Column<Town>[] => [
      column.link(
        "name",
        "Name",
        200,
        ({ name }) => name,
        ({ id }) => `/towns/${id}`,
        { order: "name" },
      ),
      column.day("founded", "Founded", 100, ({ founded }) => founded),
      column.money("people", "People", 100, ({ people }) => people, { order: "people" }),
      column.yesNo("coastal", "Coastal", 100, ({ coastal }) => coastal),
      column.actions("Actions", 90, (row) => (
        <button type="button" onClick={() => ask(row)}>{`Delete ${row.name}`}</button>
      )),
    ],
    [ask],
  );
  return (
    <>
      <ListScreen
        title="Towns"
        query={query}
        list={list}
        search={{ label: "Search towns", hint: "", delay: 0 }}
        counted="results"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/towns/${id}`}
        empty={{ none: "No towns yet", noMatch: "No town matches" }}
      />
      {deletion.dialog}
    </>
  );
}
function Address() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  return null;
}
function open(at = "/towns") {
  render(
    <MemoryRouter initialEntries={[at]} useTransitions={false}>
      <Toaster />
      <Address />
      <SwrProvider>
        <Towns />
      </SwrProvider>
    </MemoryRouter>,
  );
}
const names = () => screen.queryAllByRole("link").map((link) => link.textContent);
const row = async (name: string) => (await screen.findByRole("link", { name })).closest("tr") as HTMLElement;
const button = (name: string) => screen.getByRole("button", { name });

describe("failed page", () => {
  it("is reported and stays the requested page", async () => {
    failing = ({ page }) => page === 2;
    open();
    await row("Town 1");
    await userEvent.click(button("Next page"));
    expect((await screen.findByText(/There was some error/)).closest("[role=alert]")).toBeTruthy();
    expect(screen.getByText("Reference: req-7")).toBeTruthy();
    expect(address).toBe("/towns?page=2");
    expect(names()).toEqual([]);
    failing = () => false;
    await userEvent.click(button("Retry"));
    await row("Town 11");
    expect(address).toBe("/towns?page=2");
  });

  it("keeps the address of the opened link", async () => {
    failing = () => true;
    open("/towns?page=3");
    await screen.findByText(/There was some error/);
    expect(address).toBe("/towns?page=3");
  });
});

describe("the pages", () => {
  it("are counted above ten rows, and the last one replaces one beyond it", async () => {
    open("/towns?page=9");
    await row("Town 21");
    expect(address).toBe("/towns?page=3");
    expect(screen.getByText("23 results")).toBeTruthy();
    expect(screen.getByText("21–23 of 23")).toBeTruthy();
  });

  it("have the chosen size, which is in the address and resets the page", async () => {
    open("/towns?page=2");
    await row("Town 11");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "50");
    await row("Town 1");
    expect(address).toBe("/towns?perpage=50");
    expect(names()).toHaveLength(23);
    // The select stays available although everything fits on one page now (B-12).
    await userEvent.selectOptions(screen.getByRole("combobox", { name: "Rows per page" }), "10");
    await waitFor(() => expect(names()).toHaveLength(10));
    expect(address).toBe("/towns");
  });

  it("never have an unknown size", async () => {
    open("/towns?perpage=400");
    await row("Town 1");
    expect(requests).toEqual(["page=1&perpage=10&search="]);
  });

  it("have no pager with ten rows", async () => {
    towns = towns.slice(0, 10);
    open();
    await row("Town 1");
    expect(screen.queryByRole("navigation", { name: /^Pages/ })).toBeNull();
    expect(screen.queryByText(/result/)).toBeNull();
  });
});

describe("the order", () => {
  it("of numbers is descending, ascending, then the default, from page 1", async () => {
    open("/towns?page=2");
    await row("Town 11");
    const heading = screen.getByRole("columnheader", { name: /People/ });
    expect(heading.getAttribute("aria-sort")).toBe("none");
    await userEvent.click(within(heading).getByRole("button"));
    expect(address).toBe("/towns?order=-people");
    expect(heading.getAttribute("aria-sort")).toBe("descending");
    await userEvent.click(within(heading).getByRole("button"));
    expect(address).toBe("/towns?order=people");
    expect(heading.getAttribute("aria-sort")).toBe("ascending");
    await userEvent.click(within(heading).getByRole("button"));
    expect(address).toBe("/towns");
    expect(screen.getByRole("columnheader", { name: "Coastal" }).hasAttribute("aria-sort")).toBe(false);
  });

  // Proves SEC-27.console.
  it("ignores columns without order", async () => {
    open("/towns?order=-founded");
    await row("Town 1");
    expect(requests).toEqual(["page=1&perpage=10&search="]);
  });
});

it("formats each kind of value and shows a dash for a missing one", async () => {
  towns = [{ ...town(1), founded: "2026-10-02T20:00:00Z", people: 125000, coastal: true }, town(2)];
  open();
  const cells = (of: HTMLElement) => within(of).getAllByRole("cell").slice(1, 4);
  expect(cells(await row("Town 1")).map((cell) => cell.textContent)).toEqual(["03-10-2026", "₹1,25,000.00", "Yes"]);
  expect(cells(await row("Town 2")).map((cell) => cell.textContent)).toEqual(["-", "-", "No"]);
});

describe("a search that nothing matches", () => {
  it("shows the corrected results until the original search is requested", async () => {
    open("/towns?search=twon");
    await row("Town 1");
    const notice = "No exact match. Showing similar spellings: town";
    expect(screen.getByText(notice).role).toBe("status");
    await userEvent.clear(screen.getByRole("searchbox", { name: "Search towns" }));
    await waitFor(() => expect(screen.queryByText(notice)).toBeNull());
    expect(names()).toContain("Town 1");
  });
});

describe("a row", () => {
  it("opens on a click", async () => {
    open();
    await userEvent.click(within(await row("Town 4")).getAllByRole("cell")[3] as HTMLElement);
    await waitFor(() => expect(address).toBe("/towns/4"));
  });

  it("stays on a double click on its text, which selects a word", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    open();
    const text = within(await row("Town 4")).getByText("No");
    await userEvent.dblClick(text);
    await vi.advanceTimersByTimeAsync(2000);
    expect(address).toBe("/towns");
    vi.useRealTimers();
  });

  it("opens a new tab with Ctrl or the middle button", async () => {
    const opened = vi.spyOn(window, "open").mockReturnValue(null);
    open();
    const [, cell] = within(await row("Town 4")).getAllByRole("cell");
    const user = userEvent.setup();
    await user.keyboard("{Control>}");
    await user.click(cell as HTMLElement);
    await user.keyboard("{/Control}");
    await user.pointer({ keys: "[MouseMiddle]", target: cell as HTMLElement });
    expect(opened.mock.calls.map(([to]) => to)).toEqual(["/towns/4", "/towns/4"]);
    expect(address).toBe("/towns");
  });
});

describe("deletion of a row", () => {
  it("asks first, and No changes nothing", async () => {
    open();
    await userEvent.click(within(await row("Town 2")).getByRole("button"));
    const dialog = await screen.findByRole("alertdialog", { name: "Delete Town 2" });
    expect(within(dialog).getByText("Are you sure?")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "No" }));
    expect(towns).toHaveLength(23);
  });

  it("shows the list without the row", async () => {
    open();
    await userEvent.click(within(await row("Town 2")).getByRole("button"));
    await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await row("Town 11");
    expect(names()).not.toContain("Town 2");
  });

  it("opens the previous page after the last row of a page", async () => {
    towns = towns.slice(0, 11);
    open();
    await row("Town 1");
    await userEvent.click(button("Next page"));
    await userEvent.click(within(await row("Town 11")).getByRole("button"));
    await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    await row("Town 1");
    expect(address).toBe("/towns");
    await waitFor(() => expect(screen.queryByRole("navigation", { name: /^Pages/ })).toBeNull());
  });

  it("reports a failure and keeps the row", async () => {
    open("/towns?page=2");
    await userEvent.click(within(await row("Town 13")).getByRole("button"));
    await userEvent.click(await screen.findByRole("button", { name: "Yes" }));
    expect(await screen.findByText("Nobody takes 13 away")).toBeTruthy();
    expect(names()).toContain("Town 13");
  });
});
