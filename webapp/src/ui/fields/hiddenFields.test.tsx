import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { MemoryRouter } from "react-router";
import { expect, it, vi } from "vitest";
import { ApiError } from "@/api/errors";
import { FormCard } from "../form/FormCard";
import { FormDialog } from "../form/FormDialog";
import { AreaField } from "./AreaField";
import { ChoiceCards } from "./ChoiceCards";
import { ComboField } from "./ComboField";
import { DayField } from "./DayField";
import { FileField } from "./FileField";
import { DecimalField, NumberField, PasswordField, PincodeField, TextField } from "./fields";
import { MentionField } from "./MentionField";
import { PhoneField } from "./PhoneField";
import { PictureField } from "./PictureField";
import { SelectField } from "./SelectField";
import { TimeField } from "./TimeField";
import type { FieldProps } from "./useFieldProps";

interface Values {
  kind: string;
  part: string | null;
}
type RenderField = (props: FieldProps, form: UseFormReturn<Values>) => ReactNode;
const rule = { endings: [".png"], most: 9 };
const choices = ["one", "two"].map((value) => ({ value, title: value, text: value }));
const parts: Record<string, RenderField> = {
  AreaField: (props) => <AreaField label="Part" {...props} />,
  ChoiceCards: (props) => <ChoiceCards legend="Part" choices={choices} {...props} />,
  ComboField: (props) => (
    <ComboField label="Part" choices={[]} onType={() => undefined} onChoose={() => undefined} {...props} />
  ),
  DayField: (props, { control }) => <DayField label="Part" control={control} {...props} />,
  DecimalField: (props) => <DecimalField label="Part" {...props} />,
  FileField: (props, { control }) => <FileField label="Part" control={control} rule={rule} {...props} />,
  MentionField: (props) => <MentionField label="Part" people={[]} peopleLabel="People" {...props} />,
  NumberField: (props) => <NumberField label="Part" {...props} />,
  PasswordField: (props) => <PasswordField label="Part" {...props} />,
  PhoneField: (props) => <PhoneField label="Part" {...props} />,
  PictureField: (props, { control }) => <PictureField label="Part" control={control} {...props} />,
  PincodeField: (props) => <PincodeField label="Part" {...props} />,
  SelectField: (props) => <SelectField label="Part" options={choices} {...props} />,
  TextField: (props) => <TextField label="Part" {...props} />,
  TimeField: (props) => <TimeField label="Part" {...props} />,
};
/** Fields that hold no single value of a form by their own input. */
const others = [
  "AsyncSelectField",
  "CellField",
  "DateField",
  "DigitsField",
  "SearchField",
  "SuggestField",
  "ToggleField",
];
const kinds = ["short", "long"].map((value) => ({ value, text: value }));
const record = {
  draft: null,
  rules: { kind: { required: true }, part: { required: true } },
  call: null,
  toRequest: () => ({ verb: "post", path: "/parts", options: {} }) as const,
};

function show(renderField: RenderField, send: (values: Values) => Promise<null>) {
  return render(
    <MemoryRouter>
      <FormDialog<Values>
        {...record}
        title="Parts"
        submit="Save"
        initial={{ kind: "short", part: null }}
        send={(_, values) => send(values)}
        onSent={() => undefined}
        onClose={() => undefined}
      >
        {(ask, form) => (
          <>
            <SelectField label="Kind" options={kinds} {...ask("kind")} />
            {form.watch("kind") === "long" && renderField(ask("part"), form)}
          </>
        )}
      </FormDialog>
    </MemoryRouter>,
  );
}
const choose = (kind: string) => userEvent.selectOptions(screen.getByLabelText("Kind"), kind);
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

it("every field of a form is tested", () => {
  const modules = import.meta.glob<object>(["../{fields,filters,input}/*.tsx", "!../**/*.test.tsx"], { eager: true });
  const names = Object.values(modules).flatMap((module) => Object.keys(module).filter((name) => /Field$/.test(name)));
  expect([...Object.keys(parts), ...others].sort()).toEqual([...names, "ChoiceCards"].sort());
});

it.each(Object.entries(parts))("a required %s is required only while it is shown", async (_, renderField) => {
  const send = vi.fn(() => Promise.resolve(null));
  show(renderField, send);
  await choose("long");
  await save();
  expect(await screen.findByText("Please fill in this field")).toBeTruthy();
  await choose("short");
  await choose("long");
  await save();
  expect(send).not.toHaveBeenCalled();
  await choose("short");
  await save();
  await waitFor(() => expect(send).toHaveBeenCalledOnce());
});

it("an error of the server for a hidden field is not shown at the field", async () => {
  const onRefused = vi.fn();
  render(
    <MemoryRouter>
      <FormCard<Values>
        {...record}
        label="Parts"
        submit="Save"
        editing={null}
        initial={{ kind: "short", part: null }}
        empty={() => ({ kind: "short", part: null })}
        send={() => Promise.reject(new ApiError(422, [{ source: "part", title: "Missing", code: "required" }]))}
        onRefused={onRefused}
        onSent={() => undefined}
        onCancel={() => undefined}
      >
        {(ask, form) => (
          <>
            <SelectField label="Kind" options={kinds} {...ask("kind")} />
            {form.watch("kind") === "long" && <TextField label="Part" {...ask("part")} />}
          </>
        )}
      </FormCard>
    </MemoryRouter>,
  );
  await save();
  await waitFor(() => expect(onRefused).toHaveBeenCalledOnce());
  const [, isPlaced] = onRefused.mock.calls[0] as [ApiError, boolean];
  expect(isPlaced).toBe(false);
});
