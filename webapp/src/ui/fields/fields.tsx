import { FormGroup, InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { type ReactNode, useId, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { digitsOf, phoneOf } from "@/lib/phone";
import { Icon } from "../Icon";

/** What every field of a form is given: its label, its registration, and what is wrong with it. */
export interface Field {
  label: string;
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
  /** Stands below the field, and below what is wrong with it. */
  hint?: ReactNode;
}
export type Input = Omit<InputGroupProps, "name" | "onChange" | "onBlur" | "ref" | "inputRef" | keyof Wiring>;

export function TextField({ label, field, error, hint, ...input }: Field & Input) {
  const { ref, ...registration } = field;
  return (
    <Labelled label={label} error={error} hint={hint}>
      {(wiring) => <InputGroup {...input} {...registration} {...wiring} inputRef={ref} />}
    </Labelled>
  );
}

/** Ten digits, however they are typed or pasted. */
export function PhoneField(props: Field & Input) {
  return <DigitsField type="tel" read={phoneOf} {...props} />;
}

/** A whole number: takes digits and nothing else. */
export function NumberField(props: Field & Input) {
  return <DigitsField read={digitsOf} {...props} />;
}

function DigitsField({ field, read, ...rest }: Field & Input & { read: (text: string) => string }) {
  const onChange: UseFormRegisterReturn["onChange"] = (event: { target: HTMLInputElement }) => {
    const digits = read(event.target.value);
    // Written back only when it differs: writing moves the caret.
    if (digits !== event.target.value) event.target.value = digits;
    return field.onChange(event);
  };
  return <TextField inputMode="numeric" autoComplete="off" field={{ ...field, onChange }} {...rest} />;
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

/** A field's label above it, and below it what is wrong with it and its hint. */
export function Labelled({
  label,
  error,
  hint,
  children,
}: Pick<Field, "label" | "error"> & { hint: ReactNode; children: (w: Wiring) => ReactNode }) {
  const id = useId();
  const message = error?.message;
  const below = [message && `${id}error`, hint && `${id}hint`].filter(Boolean).join(" ");
  return (
    <FormGroup
      label={label}
      labelFor={id}
      helperText={
        below && (
          <>
            {message && <p id={`${id}error`}>{message}</p>}
            {hint && (
              <p id={`${id}hint`} className="soft">
                {hint}
              </p>
            )}
          </>
        )
      }
    >
      {children({ id, "aria-invalid": !!error, "aria-describedby": below || undefined })}
    </FormGroup>
  );
}
