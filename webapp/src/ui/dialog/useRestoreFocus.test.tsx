import { render, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useRestoreFocus } from "./useRestoreFocus";

function Dialog() {
  useRestoreFocus();
  return <div role="dialog">{"Dialog"}</div>;
}
function Page({ open, hasOpener = true }: { open: boolean; hasOpener?: boolean }) {
  return (
    <main>
      <h1 tabIndex={-1}>{"Doctors"}</h1>
      {hasOpener && <button type="button">{"Open"}</button>}
      {open && <Dialog />}
    </main>
  );
}

it("returns the focus to the element that opened the dialog", () => {
  const { rerender } = render(<Page open={false} />);
  screen.getByRole("button").focus();
  rerender(<Page open />);
  rerender(<Page open={false} />);
  expect(document.activeElement).toBe(screen.getByRole("button"));
});

it("focuses the heading if the opener has disappeared or nothing had the focus", () => {
  const { rerender } = render(<Page open={false} />);
  screen.getByRole("button").focus();
  rerender(<Page open />);
  rerender(<Page open={false} hasOpener={false} />);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
  screen.getByRole("heading").blur();
  rerender(<Page open />);
  rerender(<Page open={false} />);
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});
