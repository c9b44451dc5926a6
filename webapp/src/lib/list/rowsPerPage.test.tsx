import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { preferences } from "../state/preferences";
import { forgetRowsPerPage } from "./rowsPerPage";
import { useListQuery } from "./useListQuery";
import { useLocalPage } from "./useLocalPage";

const filters = {};
const specified = { sizes: [10, 50] };

function listAt(address: string, choices?: typeof specified) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[address]} useTransitions={false}>
      {children}
    </MemoryRouter>
  );
  const { result } = renderHook(() => ({ query: useListQuery(filters, choices), location: useLocation() }), {
    wrapper,
  });
  return { query: () => result.current.query, address: () => result.current.location.search };
}

describe("rows per page", () => {
  beforeEach(forgetRowsPerPage);
  afterEach(() => {
    preferences.set("rows", "ten");
    vi.unstubAllGlobals();
  });

  it("are ten by default", () => {
    expect(listAt("/doctors").query().perpage).toBe(10);
  });

  it("are stored for every list, and a choice resets the page", () => {
    const doctors = listAt("/doctors?page=3");
    const devices = renderHook(() => useLocalPage("7"));
    act(() => doctors.query().sizing?.choose(50));
    expect(doctors.query()).toMatchObject({ perpage: 50, page: 1 });
    expect(doctors.address()).toBe("");
    expect(devices.result.current.perpage).toBe(50);
    forgetRowsPerPage();
    expect(listAt("/labs").query().perpage).toBe(50);
  });

  it("can follow the height of the window from ten to fifty", () => {
    const list = listAt("/doctors");
    vi.stubGlobal("innerHeight", 1120);
    act(() => list.query().sizing?.fit?.choose());
    expect(list.query().perpage).toBe(16);
    expect(list.query().sizing?.fit?.on).toBe(true);
    for (const [height, rows] of [
      [500, 10],
      [9000, 50],
    ] as const) {
      vi.stubGlobal("innerHeight", height);
      expect(listAt("/labs").query().perpage).toBe(rows);
    }
  });

  it("are those of the list if specified", () => {
    preferences.set("rows", "twenty");
    const list = listAt("/news-feed", specified);
    expect(list.query().perpage).toBe(10);
    expect(list.query().sizing?.fit).toBeUndefined();
  });
});
