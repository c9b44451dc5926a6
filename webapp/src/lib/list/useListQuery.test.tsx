import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { MemoryRouter, useLocation, useNavigate } from "react-router";
import { describe, expect, it } from "vitest";
import { choiceFilter, idFilter, textFilter, useListQuery } from "./useListQuery";

const filters = { search: textFilter(10), module: idFilter, added: choiceFilter("true", "false") };

function listAt(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={["/start", address]} useTransitions={false}>
      {children}
    </MemoryRouter>
  );
  const { result } = renderHook(
    () => ({ query: useListQuery(filters), location: useLocation(), navigate: useNavigate() }),
    { wrapper },
  );
  return {
    query: () => result.current.query,
    address: () => result.current.location.pathname + result.current.location.search,
    back: () => act(() => result.current.navigate(-1)),
  };
}

describe("useListQuery", () => {
  it("reads page and filters from the address", () => {
    const list = listAt("/clinics?page=3&search=apollo&module=7&added=true");
    expect(list.query().page).toBe(3);
    expect(list.query().values).toEqual({ search: "apollo", module: "7", added: "true" });
    expect(list.query().filtered).toBe(true);
  });

  it("removes only invalid filters from the address", () => {
    const list = listAt("/clinics?added=perhaps&module=x&search=apollo&page=2");
    expect(list.address()).toBe("/clinics?search=apollo&page=2");
    expect(list.query().page).toBe(2);
    list.back();
    expect(list.address()).toBe("/start");
  });

  it.each([
    "page=0",
    "page=abc",
    "page=-1",
    "page=1.5",
    "page=10000001",
    "page=99999999999",
    "page=",
    "perpage=10000",
    "module=x",
    "module=07",
    "module=1234567890123456",
    "added=yes",
  ])("treats %s as the default", (garbage) => {
    const list = listAt(`/clinics?${garbage}`);
    expect(list.query().page).toBe(1);
    expect(list.query().filtered).toBe(false);
  });

  it("drops control characters and long values", () => {
    expect(listAt("/clinics?search=a%00b%0Ac").query().values.search).toBe("abc");
    expect(listAt("/clinics?search=abcdefghijklm").query().values.search).toBe("abcdefghij");
  });

  it("resets the page with every filter in the same history entry", () => {
    const list = listAt("/clinics?page=3");
    act(() => list.query().set({ search: "apollo" }));
    expect(list.address()).toBe("/clinics?search=apollo");
    list.back();
    expect(list.address()).toBe("/start");
  });

  it("turns pages as history entries and omits page 1 from the address", () => {
    const list = listAt("/clinics?search=a");
    act(() => list.query().goTo(2));
    expect(list.address()).toBe("/clinics?search=a&page=2");
    act(() => list.query().goTo(1));
    expect(list.address()).toBe("/clinics?search=a");
    list.back();
    expect(list.query().page).toBe(2);
  });

  it("clears all filters and notifies the fields", () => {
    const list = listAt("/clinics?search=a&added=true&page=2");
    act(() => list.query().clear());
    expect(list.address()).toBe("/clinics");
    expect(list.query().cleared).toBe(1);
  });
});
