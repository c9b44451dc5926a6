import { FormGroup, InputGroup, type InputGroupProps } from "@blueprintjs/core";
import { type ComponentProps, type ReactNode, useId, useState } from "react";
import type { FieldError, UseFormRegisterReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { asciiDigits, digitsOnly, parsePincode } from "@/lib/format/phone";
import { replaceInputText } from "@/lib/input/replaceInputText";
import { dropTypedLetter } from "@/lib/input/typedCharacters";
import { Icon } from "../icons/Icon";
import { useLength } from "./useLength";

/** Properties of every form field: label, registration and error. */
export interface Field {
  label: string;
  field: UseFormRegisterReturn;
  error: FieldError | undefined;
  /** Below the field and its error. */
  hint?: ReactNode;
  /** A value is required. */
  required?: boolean;
}
export type Input = Omit<InputGroupProps, "name" | "onChange" | "onBlur" | "ref" | "inputRef" | keyof Wiring>;

interface TextProps extends Field, Input {
  /** Do not accept characters beyond the limit, as the specification asks. By default they stay and are reported. */
  cut?: boolean;
}
export function TextField({ label, field, error, hint, required, maxLength, cut = false, ...input }: TextProps) {
  const length = useLength(field, cut ? undefined : maxLength);
  const { ref, ...registration } = length.field;
  return (
    <FieldLabel
      label={label}
      error={error ?? length.error}
      counter={length.error && length.counter}
      hint={hint}
      required={required}
    >
      {(wiring) => (
        <InputGroup {...input} {...registration} {...wiring} {...(cut && maxLength && { maxLength })} inputRef={ref} />
      )}
    </FieldLabel>
  );
}

/**
 * Whole number. Digits of any script become 0 to 9, typed letters are dropped. A separator stays and the form's rule
 * refuses it, because stripping "500.50" to digits would multiply it by a hundred.
 */
export function NumberField(props: Field & Input) {
  return <LetterlessField read={digitsOnly} {...props} />;
}

/** Pincode, with or without a space in the middle. */
export function PincodeField(props: Field & Input) {
  return <LetterlessField read={parsePincode} {...props} />;
}

/** Decimal number; digits of any script become 0 to 9, typed letters are dropped. */
export function DecimalField(props: Field & Input) {
  return <LetterlessField inputMode="decimal" read={asciiDigits} {...props} />;
}

function LetterlessField({ field, ...inputProps }: ComponentProps<typeof DigitsField>) {
  const onChange: UseFormRegisterReturn["onChange"] = (event: { target: HTMLInputElement; nativeEvent?: Event }) => {
    dropTypedLetter(event);
    return field.onChange(event);
  };
  return <DigitsField field={{ ...field, onChange }} {...inputProps} />;
}

export function DigitsField({ field, read, ...inputProps }: Field & Input & { read: (text: string) => string }) {
  const onChange: UseFormRegisterReturn["onChange"] = (event: { target: HTMLInputElement }) => {
    replaceInputText(event.target, read);
    return field.onChange(event);
  };
  return <TextField inputMode="numeric" autoComplete="off" field={{ ...field, onChange }} {...inputProps} />;
}

/** Password field with a button that shows the input. */
export function PasswordField(props: Field & Input) {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  return (
    <TextField
      autoComplete="new-password"
      {...props}
      type={shown ? "text" : "password"}
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
  "aria-required": boolean;
  "aria-describedby": string | undefined;
}

interface LabelledProps {
  label: string;
  error: FieldError | undefined;
  /** Text for the used share of the length limit. */
  counter?: string | undefined;
  hint: ReactNode;
  required?: boolean | undefined;
  children: (wiring: Wiring) => ReactNode;
}
/** Label above a field; error and hint below it. */
export function FieldLabel({ label, error, counter, hint, required = false, children }: LabelledProps) {
  const id = useId();
  const message = error?.message;
  const below = [message && `${id}error`, counter && `${id}counter`, hint && `${id}hint`].filter(Boolean).join(" ");
  return (
    <FormGroup
      className={required ? "required" : ""}
      label={label}
      labelFor={id}
      helperText={
        below && (
          <>
            {message && <p id={`${id}error`}>{message}</p>}
            {counter && (
              <p id={`${id}counter`} className="soft number">
                {counter}
              </p>
            )}
            {hint && (
              <p id={`${id}hint`} className="soft">
                {hint}
              </p>
            )}
          </>
        )
      }
    >
      {children({
        id,
        "aria-invalid": !!error,
        "aria-required": required,
        "aria-describedby": below || undefined,
      })}
    </FormGroup>
  );
}
