import { useState } from "react";
import { useTranslation } from "react-i18next";
import { phoneDigits } from "@/api/gen/constants";
import { isNoPhone, isPhone, parsePhone } from "@/lib/format/phone";
import { dropEleventhDigit } from "@/lib/input/typedCharacters";
import { DigitsField, type Field, type Input } from "./fields";
import css from "./fields.module.css";

/**
 * Phone field for ten digits, typed or pasted in any format. A foreign number stays as entered and is reported.
 * `prefix`, "+91", is shown in the field and is not part of its value.
 */
export function PhoneField({ prefix, field, error, ...props }: Field & Input & { prefix?: string | undefined }) {
  const { t } = useTranslation();
  const [isWrong, setIsWrong] = useState(false);
  const before = prefix && { leftElement: <span className={`${css.prefix} number`}>{prefix}</span> };
  const onChange: typeof field.onChange = (event: { target: HTMLInputElement; nativeEvent?: Event }) => {
    dropEleventhDigit(event);
    setIsWrong(isNoPhone(event.target.value));
    return field.onChange(event);
  };
  // The server checks incomplete numbers; the field reports input that is not a number.
  const onBlur: typeof field.onBlur = (event: { target: HTMLInputElement }) => {
    const { value } = event.target;
    setIsWrong(value.length > phoneDigits && !isPhone(value));
    return field.onBlur(event);
  };
  const wrong = isWrong ? { type: "validate", message: t("wrongPhone") } : undefined;
  return (
    <DigitsField
      type="tel"
      read={parsePhone}
      {...before}
      {...props}
      field={{ ...field, onChange, onBlur }}
      error={error ?? wrong}
    />
  );
}
