import { useTranslation } from "react-i18next";
import { confirmedMinutes } from "@/api/gen/constants";
import { confirmSessionRules as rules } from "@/api/gen/rules";
import { PasswordField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import { confirmSessionRequest, sendPassword } from "./passwords";

interface Props {
  onConfirmed: () => void;
  onClose: () => void;
}

/** Step-up dialog between a call and its repetition. */
export function ConfirmPassword({ onConfirmed, onClose }: Props) {
  const { t } = useTranslation("session");
  return (
    <FormDialog
      title={t("confirm.title")}
      submit={t("confirm.submit")}
      width={400}
      initial={{ password: "" }}
      draft={null}
      rules={rules}
      call="ConfirmSession"
      missing={t("passwordMissing")}
      withoutCommand
      staysOpen
      toRequest={({ password }) => confirmSessionRequest(password)}
      send={(request) => sendPassword(request, (reason) => t(`refused.${reason}`, { count: 0 }))}
      onSent={onConfirmed}
      onClose={onClose}
    >
      {(ask) => (
        <>
          <p>{t("confirm.text", { count: confirmedMinutes })}</p>
          <PasswordField label={t("password")} {...ask("password")} autoComplete="current-password" />
        </>
      )}
    </FormDialog>
  );
}
