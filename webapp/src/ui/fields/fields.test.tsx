import { act, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useForm } from "react-hook-form";
import { expect, it, vi } from "vitest";
import { type Choice, ComboField } from "./ComboField";
import { DecimalField, NumberField, PincodeField, TextField } from "./fields";
import { PhoneField } from "./PhoneField";

function One({ kind: Kind }: { kind: typeof NumberField }) {
  return <Kind label="It" field={useForm<{ it: string }>().register("it")} error={undefined} />;
}
const field = () => screen.getByLabelText<HTMLInputElement>("It");

it.each(["500.50", "-1.5e2५", "₹1,200.00", "12 000"])("number field keeps pasted %j unchanged", async (text) => {
  render(<One kind={NumberField} />);
  await userEvent.click(field());
  await userEvent.paste(text);
  expect(field().value).toBe(text);
});

it.each([
  ["५००", "500"],
  [" 500 ", "500"],
])("a number field reads %j as %s", async (text, number) => {
  render(<One kind={NumberField} />);
  await userEvent.click(field());
  await userEvent.paste(text);
  expect(field().value).toBe(number);
});

it.each([
  [NumberField, "12a3", "123"],
  [NumberField, "9a8b", "98"],
  [NumberField, "500.50x", "500.50"],
  [DecimalField, "-33.5e", "-33.5"],
  [DecimalField, "12a3.5x", "123.5"],
  [PincodeField, "14B1001", "141001"],
])("letters typed into a number field are dropped (%#)", async (kind, text, number) => {
  render(<One kind={kind} />);
  await userEvent.type(field(), text);
  expect(field().value).toBe(number);
});

it("a letter typed into a number leaves the caret where it was", async () => {
  render(<One kind={NumberField} />);
  await userEvent.type(field(), "1234");
  field().setSelectionRange(2, 2);
  await userEvent.keyboard("x");
  expect([field().value, field().selectionStart]).toEqual(["1234", 2]);
});

it("pasted text with letters stays whole", async () => {
  render(<One kind={NumberField} />);
  await userEvent.click(field());
  await userEvent.paste("1e5");
  expect(field().value).toBe("1e5");
});

it("a field that cuts takes no more characters than its limit", async () => {
  function Cut() {
    return (
      <TextField label="It" cut maxLength={5} field={useForm<{ it: string }>().register("it")} error={undefined} />
    );
  }
  render(<Cut />);
  await userEvent.type(field(), "123456789");
  expect(field().value).toBe("12345");
  expect(screen.queryByText("5 of 5 characters")).toBeNull();
});

it("a letter in a full phone field leaves the caret where it was", async () => {
  render(<One kind={PhoneField} />);
  await userEvent.type(field(), "9876543210");
  field().setSelectionRange(4, 4);
  await userEvent.keyboard("x");
  expect(field().value).toBe("9876543210");
  expect(field().selectionStart).toBe(4);
});

it.each([10, 4])("a digit typed into a full phone field at %d is ignored", async (caret) => {
  render(<One kind={PhoneField} />);
  await userEvent.type(field(), "9876543210");
  field().setSelectionRange(caret, caret);
  await userEvent.keyboard("7");
  expect(field().value).toBe("9876543210");
  expect(field().selectionStart).toBe(caret);
});

const ludhiana: Choice<string> = { key: "l", text: "Ludhiana", value: "Ludhiana" };

function Combo({ choices, asking, onSubmit }: { choices: Choice<string>[]; asking: boolean; onSubmit: () => void }) {
  const { register, setValue } = useForm<{ it: string }>();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <ComboField
        label="It"
        field={register("it")}
        error={undefined}
        choices={choices}
        search={{ asking, failed: false, retry: () => undefined }}
        onType={() => undefined}
        onChoose={(value) => setValue("it", value)}
      />
      <button type="submit">{"Save"}</button>
    </form>
  );
}

it("Enter in a field with choices sends nothing that was typed and not chosen", async () => {
  const onSubmit = vi.fn();
  const { rerender } = render(<Combo choices={[]} asking={false} onSubmit={onSubmit} />);
  const shown = (choices: Choice<string>[], asking: boolean) =>
    act(() => rerender(<Combo choices={choices} asking={asking} onSubmit={onSubmit} />));
  const box = screen.getByRole<HTMLInputElement>("combobox");
  await userEvent.type(box, "ludhi");
  shown([], true);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect(screen.getByRole("status").textContent).toBe("Loading…");
  shown([], false);
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).not.toHaveBeenCalled();
  shown([ludhiana], false);
  await userEvent.type(box, "a{ArrowDown}{Enter}");
  expect(box.value).toBe("Ludhiana");
  expect(onSubmit).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("Enter in an emptied field with choices sends the form", async () => {
  const onSubmit = vi.fn();
  render(<Combo choices={[]} asking={false} onSubmit={onSubmit} />);
  await userEvent.type(screen.getByRole("combobox"), "x{Backspace}{Enter}");
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("choices that failed to load have a hint and are requested again by Retry", async () => {
  const retry = vi.fn();
  function Failed() {
    const field = useForm<{ it: string }>().register("it");
    const search = { asking: false, failed: true, retry };
    const nothing = () => undefined;
    return (
      <ComboField
        {...{ field, search }}
        label="It"
        error={undefined}
        hint="Not available"
        choices={[]}
        onType={nothing}
        onChoose={nothing}
      />
    );
  }
  render(<Failed />);
  await userEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(retry).toHaveBeenCalledOnce();
  expect(document.activeElement).toBe(screen.getByRole("combobox", { description: "Not available Retry" }));
});
