import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { MultiSelectFilter } from "../filters/MultiSelectFilter";
import { ActionMenu } from "./ActionMenu";

const options = [
  { value: "a", label: "First" },
  { value: "b", label: "Second" },
];
function Filter({ label }: { label: string }) {
  const [values, setValues] = useState<string[]>([]);
  return (
    <MultiSelectFilter label={label} values={values} options={options} find={`Find ${label}`} onChange={setValues} />
  );
}
function Several() {
  const [answers, setAnswers] = useState(0);
  return (
    <>
      <Filter label="Keys" />
      <Filter label="Kinds" />
      <ActionMenu label="More" icon="columns" items={[{ key: "x", text: "Export", onSelect: () => setAnswers(1) }]} />
      <output>{answers}</output>
    </>
  );
}
/** Longer than every animation of Blueprint. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1000));

it("keeps the focus when an older popup has faded out", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  render(<Several />);

  await user.click(screen.getByRole("button", { name: "Keys All" }));
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Find Keys" }));
  await user.keyboard("{Escape}");
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Keys All" }));
  await user.click(screen.getByRole("button", { name: "Kinds All" }));
  await settle();
  expect(document.activeElement).toBe(screen.getByRole("textbox", { name: "Find Kinds" }));
  expect(screen.queryByRole("group", { name: "Keys" })).toBeNull();

  await user.keyboard("{Escape}");
  await settle();
  expect(screen.queryByRole("group", { name: "Kinds" })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Kinds All" }));
  vi.useRealTimers();
});

it("continues from its button by Tab at either edge and stays inside between", async () => {
  const user = userEvent.setup();
  render(<Several />);
  const keys = screen.getByRole("button", { name: "Keys All" });
  await user.click(keys);
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("checkbox", { name: "First" }));
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(keys);

  await user.click(keys);
  await user.tab();
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Kinds All" }));
});

it("moves in a menu by arrows and restores the focus before the action starts", async () => {
  const user = userEvent.setup();
  render(<Several />);
  await user.click(screen.getByRole("button", { name: "More" }));
  expect(document.activeElement).toBe(screen.getByRole("menuitem", { name: "Export" }));
  await user.keyboard("{ArrowDown}{Enter>}");
  expect(screen.getByRole("status")).toHaveProperty("textContent", "0");
  await user.keyboard("{/Enter}");
  expect(screen.getByRole("status")).toHaveProperty("textContent", "1");
  expect(screen.getByRole("button", { name: "More", expanded: false })).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "More" }));
});

it("closes by Escape on its button before the focus is in the popup", async () => {
  const user = userEvent.setup();
  render(<Several />);
  const button = screen.getByRole("button", { name: "More" });
  await user.click(button);
  expect(await screen.findByRole("menuitem", { name: "Export" })).toBeTruthy();
  button.focus();
  await user.keyboard("{Escape}");
  expect(button.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(button);
});
