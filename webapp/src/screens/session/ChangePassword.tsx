import { useTranslation } from "react-i18next";
import { minPasswordLength } from "@/api/gen/constants";
import { changePasswordRules as rules } from "@/api/gen/rules";
import { PasswordField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import { changePasswordRequest, type PasswordChange, sendPassword } from "./passwords";

interface Props {
  /** Set if the user must choose a password before anything else; the only alternative is to sign out. */
  first?: { onSignOut: () => void };
  onChanged: () => void;
  onClose: () => void;
}

export function ChangePassword({ first, onChanged, onClose }: Props) {
  const { t } = useTranslation(["session", "common"]);
  return (
    <FormDialog<PasswordChange>
      title={t(first ? "newPassword.first" : "newPassword.title")}
      submit={t("newPassword.submit")}
      {...(first && { cancel: t("common:signOut") })}
      initial={{ old_password: "", new_password: "" }}
      draft={null}
      rules={rules}
      call="ChangePassword"
      missing={t("newPassword.missing")}
      withoutCommand
      staysOpen
      toRequest={changePasswordRequest}
      send={(request) => sendPassword(request, (reason) => t(`refused.${reason}`, { count: minPasswordLength }))}
      done={t("newPassword.changed")}
      onSent={onChanged}
      onClose={first ? first.onSignOut : onClose}
    >
      {(ask) => (
        <>
          {first && <p>{t("newPassword.firstText")}</p>}
          <PasswordField
            label={t(first ? "newPassword.oldOneTime" : "newPassword.old")}
            {...ask("old_password")}
            autoComplete="current-password"
          />
          <PasswordField
            label={t("newPassword.new")}
            hint={t("newPassword.hint", { count: minPasswordLength })}
            {...ask("new_password")}
          />
        </>
      )}
    </FormDialog>
  );
}
