import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { signUpHospitalRules as ask } from "@/api/gen/rules";
import { PasswordField, PhoneField, TextField } from "./fields";
import { filled } from "./rules";

/** Who will sign in: a hospital's first user or one more admin of a clinic. */
export interface NewAccount {
  name: string;
  phone_number: string;
  password: string;
  email: string;
}
export const noAccount: NewAccount = { name: "", phone_number: "", password: "", email: "" };

interface Props {
  form: UseFormReturn<NewAccount>;
  optionalEmail?: boolean;
}

/** Only "required" is checked here; the server's first error says the rest. */
export function AccountFields({ form, optionalEmail = false }: Props) {
  const { t } = useTranslation();
  const {
    register,
    formState: { errors },
  } = form;
  return (
    <>
      <TextField
        label={t("newAccount.name")}
        field={register("name", filled(ask.name))}
        error={errors.name}
        maxLength={ask.name.maxLength}
        autoComplete="off"
      />
      <PhoneField
        label={t("newAccount.phone")}
        field={register("phone_number", filled(ask.phone_number))}
        error={errors.phone_number}
      />
      <PasswordField
        label={t("newAccount.password")}
        field={register("password", filled(ask.password))}
        error={errors.password}
        maxLength={ask.password.maxLength}
      />
      <TextField
        label={t(optionalEmail ? "newAccount.optionalEmail" : "newAccount.email")}
        field={register("email", optionalEmail ? {} : filled(ask.email))}
        error={errors.email}
        type="email"
        maxLength={ask.email.maxLength}
        autoComplete="off"
      />
    </>
  );
}
