import { useTranslation } from "react-i18next";
import { phoneDigits } from "@/api/gen/constants";
import { PasswordField, TextField } from "./fields";
import { PhoneField } from "./PhoneField";
import type { GetFieldProps } from "./useFieldProps";

/** The new login: the first user of a hospital, or another admin of a clinic. */
export interface NewAccount {
  name: string;
  phone_number: string;
  password: string;
  email: string;
}
export const noAccount: NewAccount = { name: "", phone_number: "", password: "", email: "" };

/**
 * Checks only required fields; the server's first error reports the rest. The hint names the server's rules in
 * advance.
 */
export function AccountFields({ ask, leastPassword }: { ask: GetFieldProps<NewAccount>; leastPassword: number }) {
  const { t } = useTranslation();
  const presenceOnly = true;
  const email = ask("email", { presenceOnly });
  return (
    <>
      <TextField label={t("newAccount.name")} {...ask("name", { presenceOnly })} autoComplete="off" />
      <PhoneField
        label={t("newAccount.phone")}
        hint={t("newAccount.phoneHint", { count: phoneDigits })}
        {...ask("phone_number", { presenceOnly })}
      />
      <PasswordField
        label={t("newAccount.password")}
        hint={t("newAccount.passwordHint", { count: leastPassword })}
        {...ask("password", { presenceOnly })}
      />
      <TextField
        label={t(email.required ? "newAccount.email" : "newAccount.optionalEmail")}
        {...email}
        type="email"
        autoComplete="off"
      />
    </>
  );
}
