import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { CorrectRows } from "./CorrectRows";
import type { Correction, LeadsChecked } from "./leads";

type Look = Pick<LeadsChecked, "wrong" | "wrong_rows" | "corrected_rows">;
const wrongPhone = (row: number, phone: string) => ({
  row,
  column: "phone_number",
  column_number: 2,
  reason: "Please enter a valid 10 digit mobile number",
  code: "phone_number_invalid",
  parameters: null,
  cells: ["Asha", phone],
});
const corrected = vi.fn();

/** Checks as the platform would: ten digits are right. */
function Rows({ phones }: { phones: Record<number, string> }) {
  const [corrections, setCorrections] = useState<readonly Correction[]>([]);
  const rows = Object.entries(phones).map(([row, phone]) => {
    const text = corrections.find((correction) => correction.row === Number(row))?.text;
    return { row: Number(row), phone: text ?? phone, isRight: /^[0-9]{10}$/.test(text ?? phone) };
  });
  const wrong = rows.filter(({ isRight }) => !isRight);
  const look: Look = {
    wrong: wrong.length,
    wrong_rows: wrong.map(({ row, phone }) => wrongPhone(row, phone)),
    corrected_rows: rows
      .filter(({ isRight }) => isRight)
      .map(({ row, phone }) => ({ row, cells: ["Asha", phone, ""] })),
  };
  function correct(next: readonly Correction[]) {
    corrected(next);
    setCorrections(next);
  }
  return (
    <form onSubmit={() => expect.unreachable("the form is not sent")}>
      <CorrectRows look={look} corrections={corrections} onCorrect={correct} />
    </form>
  );
}
const cells = () => screen.getAllByRole<HTMLInputElement>("textbox");

test("corrected cell keeps the focus and its row is shown as stored", async () => {
  render(<Rows phones={{ 3: "98" }} />);
  const cell = screen.getByLabelText<HTMLInputElement>(/^Row 3, phone_number: Please enter a valid 10 digit/);
  expect(cell.value).toBe("98");
  expect(cell.getAttribute("aria-invalid")).toBe("true");
  await userEvent.type(cell, "12345{Enter}");
  expect(corrected).toHaveBeenLastCalledWith([{ row: 3, column_number: 2, text: "9812345" }]);
  expect(screen.getByLabelText(/^Row 3, phone_number/)).toBe(document.activeElement);
  await userEvent.type(cell, "670{Enter}");
  expect(screen.getByLabelText("Row 3 will be stored as: Asha · 9812345670")).toBe(document.activeElement);
  expect(cell.getAttribute("aria-invalid")).toBe("false");
});

test("a cell is corrected when it is left, and an unchanged one is not", async () => {
  corrected.mockClear();
  render(<Rows phones={{ 3: "98", 4: "99" }} />);
  await userEvent.click(cells()[0] as HTMLElement);
  await userEvent.tab();
  expect(corrected).not.toHaveBeenCalled();
  await userEvent.keyboard("{End}12345670");
  await userEvent.tab();
  expect(corrected).toHaveBeenCalledOnce();
  expect(screen.getByLabelText("Row 4 will be stored as: Asha · 9912345670")).toBeTruthy();
});

test("five wrong rows are shown, and the next ones after those are corrected", async () => {
  render(<Rows phones={Object.fromEntries(Array.from({ length: 7 }, (_, at) => [at + 2, "98"]))} />);
  expect(cells()).toHaveLength(5);
  expect(screen.getByText("and 2 more")).toBeTruthy();
  await userEvent.type(cells()[0] as HTMLElement, "12345670{Enter}");
  expect(cells()).toHaveLength(6);
  expect(screen.getByText("and 1 more")).toBeTruthy();
});

test("row without a correctable column is only named", () => {
  const look: Look = { wrong: 1, wrong_rows: [{ ...wrongPhone(3, "98"), column_number: null }], corrected_rows: [] };
  render(<CorrectRows look={look} corrections={[]} onCorrect={corrected} />);
  expect(screen.getByText(/^Row 3, phone_number/)).toBeTruthy();
  expect(screen.queryByRole("textbox")).toBeNull();
});
