import { useTranslation } from "react-i18next";
import { createClinicAdminRules as rules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { AccountFields, type NewAccount, noAccount } from "@/ui/fields/AccountFields";
import { notify } from "@/ui/notify";
import { createAdmin } from "./clinicAdmins";

interface Props {
  clinicId: number;
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

export function CreateAdmin({ clinicId, onCreated, onClose }: Props) {
  const { t } = useTranslation("clinicAdmins");
  async function save(admin: NewAccount, close: () => void) {
    await createAdmin(clinicId, admin);
    notify.success(t("create.created"));
    close();
    await onCreated();
  }
  return (
    <FormDialog
      title={t("create.title")}
      submit={t("create.submit")}
      initial={noAccount}
      rules={rules}
      missing={t("create.missing")}
      failures="notified"
      onSubmit={save}
      onClose={onClose}
    >
      {(ask) => <AccountFields ask={ask} leastPassword={rules.password.minLength} />}
    </FormDialog>
  );
}
