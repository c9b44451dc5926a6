import { useTranslation } from "react-i18next";
import { phoneDigits } from "@/api/gen/constants";
import { PasswordField, TextField } from "./fields";
import { PhoneField } from "./PhoneField";
import type { Ask } from "./useAsk";

/** Who will sign in: a hospital's first user or one more admin of a clinic. */
export interface NewAccount {
  name: string;
  phone_number: string;
  password: string;
  email: string;
}
export const noAccount: NewAccount = { name: "", phone_number: "", password: "", email: "" };

/** Only "required" is checked here; the server's first error says the rest. What it will ask for is told before. */
export function AccountFields({ ask, leastPassword }: { ask: Ask<NewAccount>; leastPassword: number }) {
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
