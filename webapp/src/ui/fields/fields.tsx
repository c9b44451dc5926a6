import { FormGroup, InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { type ReactNode, useId, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { phoneOf } from "@/lib/phone";
import { Icon } from "../Icon";

/** What every field of a form is given: its label, its registration, and what is wrong with it. */
interface Field {
  label: string;
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
}
type Input = Omit<InputGroupProps, "name" | "onChange" | "onBlur" | "ref" | "inputRef" | keyof Wiring>;

export function TextField({ label, field, error, ...input }: Field & Input) {
  const { ref, ...registration } = field;
  return (
    <Labelled label={label} error={error}>
      {(wiring) => <InputGroup {...input} {...registration} {...wiring} inputRef={ref} />}
    </Labelled>
  );
}

/** Ten digits, however they are typed or pasted. */
export function PhoneField({ field, ...rest }: Field & Input) {
  const onChange: UseFormRegisterReturn["onChange"] = (event: { target: HTMLInputElement }) => {
    const phone = phoneOf(event.target.value);
    // Written back only when it differs: writing moves the caret.
    if (phone !== event.target.value) event.target.value = phone;
    return field.onChange(event);
  };
  return <TextField type="tel" inputMode="numeric" autoComplete="off" field={{ ...field, onChange }} {...rest} />;
}

/** A password that can be looked at while it is typed. */
export function PasswordField(props: Field & Input) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={shown ? "text" : "password"}
      autoComplete="new-password"
      rightElement={
        <button
          type="button"
          className="quiet"
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? "hidden" : "shown"} />
        </button>
      }
    />
  );
}

interface Wiring {
  id: string;
  "aria-invalid": boolean;
  "aria-describedby": string | undefined;
}

function Labelled({ label, error, children }: Pick<Field, "label" | "error"> & { children: (w: Wiring) => ReactNode }) {
  const id = useId();
  const message = error?.message;
  return (
    <FormGroup label={label} labelFor={id} helperText={message && <span id={`${id}error`}>{message}</span>}>
      {children({ id, "aria-invalid": !!error, "aria-describedby": message ? `${id}error` : undefined })}
    </FormGroup>
  );
}
