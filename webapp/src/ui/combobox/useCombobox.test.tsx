import { createEvent, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, vi } from "vitest";
import { OptionList } from "./OptionList";
import { useCombobox } from "./useCombobox";

const names = ["Amritsar", "Bathinda", "Ludhiana"];
const options = names.map((text) => ({ key: text, text }));
const onChoose = vi.fn();
const onEnter = vi.fn();
const onEscape = vi.fn();

interface Kind {
  inline?: boolean;
  autoSelect?: boolean;
}
function Towns(kind: Kind) {
  const combobox = useCombobox({
    ...kind,
    count: names.length,
    onChoose: (at, isApart) => onChoose(names[at], ...(isApart ? ["apart"] : [])),
    onEnter,
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for the dialog around the field
    <div onKeyDown={(event) => event.key === "Escape" && onEscape()}>
      <input {...combobox.field} aria-label="Town" />
      {combobox.shown && <OptionList combobox={combobox} label="Towns" options={options} className="" />}
      <button type="button" onClick={combobox.reopen}>
        {"Retry"}
      </button>
    </div>
  );
}
const field = () => screen.getByRole<HTMLInputElement>("combobox");
const list = () => screen.queryByRole("listbox", { name: "Towns" });
/** Text of the option that the field names as active. */
const active = () => document.getElementById(field().getAttribute("aria-activedescendant") ?? "")?.textContent;

async function open(kind: Kind) {
  vi.clearAllMocks();
  render(<Towns {...kind} />);
  await userEvent.tab();
}

it("a closed list opens by an arrow key at the end that it points from, and by a click", async () => {
  await open({});
  expect(list()).toBeNull();
  expect(field().getAttribute("aria-expanded")).toBe("false");
  await userEvent.keyboard("{ArrowDown}");
  expect(active()).toBe("Amritsar");
  expect(field().getAttribute("aria-expanded")).toBe("true");
  expect(field().getAttribute("aria-controls")).toBe(list()?.id);
  await userEvent.keyboard("{Escape}{ArrowUp}");
  expect(active()).toBe("Ludhiana");
  await userEvent.keyboard("{Escape}");
  await userEvent.click(field());
  expect(list()).not.toBeNull();
  expect(active()).toBeUndefined();
});

it.each<[Kind, string[]]>([
  [{}, ["Amritsar", "Bathinda", "Ludhiana", "", "Amritsar"]],
  [{ inline: true }, ["Amritsar", "Bathinda", "Ludhiana", "", "Amritsar"]],
  [{ inline: true, autoSelect: true }, ["Bathinda", "Ludhiana", "Ludhiana"]],
])("arrow keys move between the options of %o: %j", async (kind, expected) => {
  await open(kind);
  for (const name of expected) {
    await userEvent.keyboard("{ArrowDown}");
    expect(active() ?? "").toBe(name);
  }
});

it.each<Kind>([{}, { inline: true, autoSelect: true }])(
  "Home and End move in %o only after an arrow key",
  async (kind) => {
    await open(kind);
    await userEvent.keyboard("ab{Home}c");
    expect(field().value).toBe("cab");
    await userEvent.keyboard("{ArrowDown}{End}");
    expect(active()).toBe("Ludhiana");
    await userEvent.keyboard("{Home}");
    expect(active()).toBe("Amritsar");
  },
);

it("Enter chooses the active option and closes the list; without one the field decides", async () => {
  await open({});
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Bathinda");
  expect(list()).toBeNull();
  expect(onEnter).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onEnter).toHaveBeenCalledOnce();
});

it("Enter in a palette chooses the first option at once, and its list stays", async () => {
  await open({ inline: true, autoSelect: true });
  await userEvent.keyboard("{Enter}");
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Amritsar");
  expect(list()).not.toBeNull();
});

it.each(["Control", "Meta"])("%s with Enter or a click chooses apart", async (key) => {
  await open({ inline: true, autoSelect: true });
  await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`);
  expect(onChoose).toHaveBeenLastCalledWith("Amritsar", "apart");
  fireEvent.mouseDown(screen.getByRole("option", { name: "Bathinda" }), { ctrlKey: true });
  expect(onChoose).toHaveBeenLastCalledWith("Bathinda", "apart");
});

it("Escape closes the list, then the container of the field; with an inline list only the container", async () => {
  await open({});
  await userEvent.keyboard("{ArrowDown}{Escape}");
  expect(list()).toBeNull();
  expect(onEscape).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  expect(onEscape).toHaveBeenCalledOnce();
});

it("a click chooses without moving the focus; leaving the field closes the list", async () => {
  await open({});
  await userEvent.click(field());
  await userEvent.click(screen.getByRole("option", { name: "Ludhiana" }));
  expect(onChoose).toHaveBeenCalledExactlyOnceWith("Ludhiana");
  expect(document.activeElement).toBe(field());
  await userEvent.keyboard("{ArrowDown}");
  await userEvent.tab();
  expect(list()).toBeNull();
});

it("keys of an input method are left to it", async () => {
  await open({});
  await userEvent.keyboard("{ArrowDown}");
  fireEvent(field(), createEvent.keyDown(field(), { key: "Enter", isComposing: true }));
  expect(onChoose).not.toHaveBeenCalled();
  expect(active()).toBe("Amritsar");
});

it("a button that loads the options again returns the focus and shows them", async () => {
  await open({});
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(document.activeElement).toBe(field());
  expect(list()).not.toBeNull();
});
