import { fireEvent, render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { FormDialog } from "../form/FormDialog";
import { ChoiceCards } from "./ChoiceCards";
import { DayField, useDayRule } from "./DayField";
import { FileField } from "./FileField";
import { TimeField } from "./TimeField";
import { ToggleGroup } from "./ToggleGroup";
import { type GetFieldProps, useFieldProps } from "./useFieldProps";

interface Values {
  day: string;
  time: string;
  file: File | null;
}
interface Sending {
  progress?: number | null;
  onCancel?: () => void;
}

function Day({
  ask,
  control,
}: {
  ask: GetFieldProps<Values>;
  control: Parameters<typeof DayField<Values>>[0]["control"];
}) {
  const range = { min: "2026-11-01", max: "2027-01-31" };
  return <DayField label="Expiry" control={control} {...range} {...ask("day", { also: useDayRule(range) })} />;
}
function show(onSubmit: (values: Values) => Promise<void>, sending: Sending = {}) {
  const form = (
    <MemoryRouter>
      <FormDialog<Values>
        title="Parts"
        submit="Save"
        initial={{ day: "2026-11-05", time: "09:00", file: null }}
        draft={null}
        rules={{ day: { required: true }, time: { required: true }, file: {} }}
        call={null}
        toRequest={() => ({ verb: "post", path: "/parts", options: {} })}
        send={async (_, values) => {
          await onSubmit(values);
          return null;
        }}
        onSent={() => undefined}
        onClose={() => undefined}
      >
        {(ask, { control }) => (
          <>
            <Day ask={ask} control={control} />
            <TimeField label="Opens" {...ask("time")} />
            <FileField
              label="Certificate"
              control={control}
              rule={{ endings: [".png", ".tiff"], most: 5 * 1024 ** 2 }}
              tooLarge="Image size should not exceed 5MB"
              {...sending}
              {...ask("file")}
            />
          </>
        )}
      </FormDialog>
    </MemoryRouter>
  );
  return render(form);
}
const saves = () => vi.fn<(values: Values) => Promise<void>>().mockResolvedValue(undefined);
const day = () => screen.getByLabelText<HTMLInputElement>("Expiry");
const chooser = () => screen.getByLabelText<HTMLInputElement>("Certificate");
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const file = (name: string, size = 3, type = "image/png") => {
  const file = new File(["abc"], name, { type });
  Object.defineProperty(file, "size", { value: size });
  return file;
};

it.each([
  ["05-12-26", "2026-12-05"],
  ["2026-12-05", "2026-12-05"],
  ["०५-१२-२०२६", "2026-12-05"],
  ["5 Dec 2026", "2026-12-05"],
])("day typed as %s is announced and stored as %s", async (typed, held) => {
  const onSubmit = saves();
  show(onSubmit);
  expect(day().value).toBe("05-11-2026");
  await userEvent.clear(day());
  await userEvent.type(day(), typed);
  expect(screen.getByText("Understood as 05 Dec 2026").getAttribute("role")).toBe("status");
  await userEvent.tab();
  expect(day().value).toBe("05-12-2026");
  await save();
  expect(onSubmit.mock.calls[0]?.[0].day).toBe(held);
});

it.each([
  ["31-02-2026", "Enter a date as DD-MM-YYYY"],
  ["soon", "Enter a date as DD-MM-YYYY"],
  ["31-10-2026", "Choose 01-11-2026 or a later day"],
  ["01-02-2027", "Choose 31-01-2027 or an earlier day"],
])("day %s is refused and keeps its text", async (typed, message) => {
  const onSubmit = saves();
  show(onSubmit);
  await userEvent.clear(day());
  await userEvent.type(day(), typed);
  await save();
  expect(screen.getByText(message)).toBeTruthy();
  expect(document.activeElement).toBe(day());
  expect(day().value).toBe(typed);
  expect(onSubmit).not.toHaveBeenCalled();
});

it("time is one of 48 on a twelve-hour clock", async () => {
  const onSubmit = saves();
  show(onSubmit);
  const time = screen.getByLabelText<HTMLSelectElement>("Opens");
  expect(time.selectedOptions[0]?.textContent).toBe("9:00 AM");
  expect(time.options).toHaveLength(49);
  await userEvent.selectOptions(time, "7:00 PM");
  await save();
  expect(onSubmit.mock.calls[0]?.[0].time).toBe("19:00");
});

it("file is shown, removed and chosen again", async () => {
  const onSubmit = saves();
  show(onSubmit);
  expect(screen.getByText(".png, .tiff · up to 5 MB")).toBeTruthy();
  const scan = file("scan.png", 320 * 1024);
  await userEvent.upload(chooser(), scan);
  expect(screen.getByText("scan.png")).toBeTruthy();
  expect(screen.getByText("320 KB")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Remove scan.png" }));
  expect(document.activeElement).toBe(chooser());
  expect(screen.queryByText("scan.png")).toBeNull();
  await userEvent.upload(chooser(), scan);
  await save();
  expect(onSubmit.mock.calls[0]?.[0].file).toBe(scan);
});

it.each([
  [file("scan.exe"), "This file type is not supported. Choose one of these: .png, .tiff."],
  [file("scan.png", 5 * 1024 ** 2 + 1), "Image size should not exceed 5MB"],
  [file("scan.png", 0), "The file is empty."],
])("forbidden file is refused at once (%#)", async (wrong, message) => {
  const onSubmit = saves();
  show(onSubmit);
  await userEvent.upload(chooser(), wrong, { applyAccept: false });
  expect(screen.getByText(message)).toBeTruthy();
  await save();
  expect(onSubmit.mock.calls[0]?.[0].file).toBeNull();
});

it("dropped file is accepted like a chosen one", async () => {
  show(saves());
  const box = chooser().parentElement;
  if (box) fireEvent.drop(box, { dataTransfer: { files: [file("dropped.png")] } });
  expect(await screen.findByText("dropped.png")).toBeTruthy();
  if (box) fireEvent.drop(box, { dataTransfer: { files: [file("one.png"), file("two.png")] } });
  expect(await screen.findByText("You dropped 2 files. Drop only one.")).toBeTruthy();
  expect(screen.getByText("dropped.png")).toBeTruthy();
});

it("shows the progress of an upload and cancels it", async () => {
  const onCancel = vi.fn();
  show(saves(), { progress: 0.42, onCancel });
  expect(screen.getByText("42%")).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Uploading the file…" })).toBeTruthy();
  expect(chooser().disabled).toBe(true);
  const [stop] = screen.getAllByRole("button", { name: "Cancel" });
  if (stop) await userEvent.click(stop);
  expect(onCancel).toHaveBeenCalledTimes(1);
});

function Marked() {
  const form = useForm<Record<"kind" | "free" | "opens" | "day", string>>();
  const ask = useFieldProps(form, { kind: { required: true }, opens: { required: true } }, false);
  const choices = ["one", "two"].map((value) => ({ value, title: value, text: value }));
  return (
    <>
      <ChoiceCards legend="Kind" choices={choices} {...ask("kind")} />
      <ChoiceCards legend="Free" choices={choices} {...ask("free")} />
      <TimeField label="Opens" {...ask("opens")} />
      <ToggleGroup legend="Days" choices={choices} picked={[]} required onToggle={() => undefined} />
      <ToggleGroup legend="Extras" choices={choices} picked={[]} onToggle={() => undefined} />
    </>
  );
}

it("required field is marked, announced and keeps its name", () => {
  const { container } = render(<Marked />);
  const radios = (name: string) => within(screen.getByRole("group", { name })).getAllByRole<HTMLInputElement>("radio");
  expect(radios("Kind").every(({ required }) => required)).toBe(true);
  expect(radios("Free").some(({ required }) => required)).toBe(false);
  expect(screen.getByRole("combobox", { name: "Opens" }).getAttribute("aria-required")).toBe("true");
  const description = screen.getByRole("group", { name: "Days" }).getAttribute("aria-describedby");
  expect(document.getElementById(description ?? "")?.textContent).toBe("Required");
  expect(screen.getByRole("group", { name: "Extras" }).getAttribute("aria-describedby")).toBeNull();
  const marked = [...container.querySelectorAll(".required")];
  expect(marked.map((element) => element.querySelector("legend, .bp6-label")?.textContent?.trim())).toEqual([
    "Kind",
    "Opens",
    "Days",
  ]);
});

it("form explains the mark once", () => {
  show(saves());
  expect(screen.getAllByText("Fields marked * are required")).toHaveLength(1);
});
