import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { type ReactNode, useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { CalendarButton } from "../calendar/CalendarButton";
import { AsyncSelectField } from "../filters/AsyncSelect";
import { MultiSelectFilter } from "../filters/MultiSelectFilter";
import { ToolbarPopover } from "../layout/ToolbarPopover";
import { ActionMenu } from "../menu/ActionMenu";
import { Modal, ModalBody } from "./Modal";

const nothing = () => undefined;
const options = [{ value: "a", label: "First" }];
const popups: [string, ReactNode, RegExp, () => HTMLElement][] = [
  [
    "ManyFilter",
    <MultiSelectFilter key="1" label="Keys" values={[]} options={options} find="Find keys" onChange={nothing} />,
    /^Keys/,
    () => screen.getByRole("textbox", { name: "Find keys" }),
  ],
  [
    "PageField",
    <AsyncSelectField
      key="2"
      id="clinic"
      describedBy={undefined}
      wrong={false}
      required={false}
      label="Clinic"
      placeholder="Choose"
      search="Search clinics"
      chosen={null}
      ask={() => Promise.resolve({ rows: [], total: 0 })}
      delay={0}
      noneFound="None"
      failed="Failed"
      onChoose={nothing}
    />,
    /^Clinic/,
    () => screen.getByRole("combobox", { name: "Search clinics" }),
  ],
  [
    "ActionMenu",
    <ActionMenu key="3" label="More" icon="columns" items={[{ key: "x", text: "Export", onSelect: nothing }]} />,
    /^More/,
    () => screen.getByRole("menuitem", { name: "Export" }),
  ],
  [
    "ToolPopover",
    <ToolbarPopover key="4" icon="columns" label="Columns">
      {() => <input aria-label="Column" />}
    </ToolbarPopover>,
    /^Columns/,
    () => screen.getByRole("textbox", { name: "Column" }),
  ],
  [
    "CalendarButton",
    <CalendarButton
      key="5"
      label="Born"
      near="2026-11-20"
      picking={{ kind: "day", day: "2026-11-20", onPick: nothing }}
    />,
    /Born/,
    () => screen.getByRole("button", { name: /20 November/ }),
  ],
];

function InDialog({ children }: { children: ReactNode }) {
  const [text, setText] = useState("");
  return (
    <Modal title="Upload" onClose={nothing}>
      <ModalBody>
        <input aria-label="Name" value={text} onChange={(event) => setText(event.target.value)} />
        {children}
      </ModalBody>
    </Modal>
  );
}
/** Longer than every animation of Blueprint, which returns the focus in a frame callback. */
const settle = () => act(() => vi.advanceTimersByTimeAsync(1000));

describe.each(popups)("%s in a dialog", (_, popup, name, inside) => {
  it.each(["mouse", "keyboard"] as const)("has the focus when it is opened by %s", async (by) => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    render(<InDialog>{popup}</InDialog>);
    await settle();
    const button = screen.getByRole("button", { name });
    if (by === "mouse") await user.click(button);
    else {
      button.focus();
      await user.keyboard("{Enter}");
    }
    await settle();
    await waitFor(() => expect(document.activeElement).toBe(inside()));
    vi.useRealTimers();
  });
});
