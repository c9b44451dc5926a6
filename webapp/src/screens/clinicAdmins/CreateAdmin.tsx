import { useTranslation } from "react-i18next";
import { createClinicAdminRules as rules } from "@/api/gen/rules";
import { useUndo } from "@/ui/action/useUndo";
import { AccountFields, type NewAccount, noAccount } from "@/ui/fields/AccountFields";
import { FormDialog } from "@/ui/form/FormDialog";
import { createAdminRequest, findAdmin, undoCreateAdmin } from "./clinicAdmins";

interface Props {
  clinicId: number;
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

export function CreateAdmin({ clinicId, onCreated, onClose }: Props) {
  const { t } = useTranslation("clinicAdmins");
  const done = useUndo();
  function created(admin: NewAccount) {
    // Looked up now, because a later search could find another account of the same person.
    const lookup = findAdmin(clinicId, admin.phone_number).catch(() => null);
    const undo = async () =>
      undoCreateAdmin(clinicId, (await lookup) ?? (await findAdmin(clinicId, admin.phone_number)));
    done(t("create.created"), undo, { record: admin.name, reload: onCreated });
    return onCreated();
  }
  return (
    <FormDialog
      title={t("create.title")}
      submit={t("create.submit")}
      initial={noAccount}
      draft={`clinicAdmins.${clinicId}`}
      rules={rules}
      call="CreateClinicAdmin"
      missing={t("create.missing")}
      failures="notified"
      toRequest={(admin) => createAdminRequest(clinicId, admin)}
      onSent={(_, admin) => created(admin)}
      onClose={onClose}
    >
      {(ask) => <AccountFields ask={ask} leastPassword={rules.password.minLength} />}
    </FormDialog>
  );
}
