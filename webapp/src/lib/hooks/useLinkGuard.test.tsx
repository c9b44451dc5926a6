import { cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { BrowserRouter, Link, useLocation } from "react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useGuardedNavigate, useLinkGuard } from "./useLinkGuard";

function Form({ unsaved }: { unsaved: boolean }) {
  const [question, setQuestion] = useState("");
  const go = useGuardedNavigate();
  useLinkGuard(unsaved, setQuestion);
  return (
    <>
      <Link to="/doctors?page=2">{"Doctors"}</Link>
      <button type="button" onClick={() => go("/doctors?page=2")}>
        {"By a key"}
      </button>
      <button type="button" onClick={() => go("/form?page=2")}>
        {"Same screen"}
      </button>
      <output>{`${useLocation().pathname} ${question}`}</output>
    </>
  );
}

beforeEach(() => history.replaceState(null, "", "/form"));
afterEach(cleanup);

for (const way of ["Doctors", "By a key"]) {
  test(`${way}: unsaved form asks first`, async () => {
    render(<Form unsaved />, { wrapper: BrowserRouter });
    await userEvent.click(screen.getByText(way));
    expect(screen.getByRole("status").textContent).toBe("/form /doctors?page=2");
  });

  test(`${way}: unchanged form navigates`, async () => {
    render(<Form unsaved={false} />, { wrapper: BrowserRouter });
    await userEvent.click(screen.getByText(way));
    expect(screen.getByRole("status").textContent).toBe("/doctors ");
  });
}

test("page of the same screen keeps the form without asking", async () => {
  render(<Form unsaved />, { wrapper: BrowserRouter });
  await userEvent.click(screen.getByText("Same screen"));
  expect(screen.getByRole("status").textContent).toBe("/form ");
});
