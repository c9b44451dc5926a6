import { useTranslation } from "react-i18next";
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
  async function save(admin: NewAccount) {
    await createAdmin(clinicId, admin);
    notify.success(t("create.created"));
    onClose();
    await onCreated();
  }
  return (
    <FormDialog
      title={t("create.title")}
      submit={t("create.submit")}
      initial={noAccount}
      missing={t("create.missing")}
      failures="notified"
      onSubmit={save}
      onClose={onClose}
    >
      {(form) => <AccountFields form={form} optionalEmail />}
    </FormDialog>
  );
}
