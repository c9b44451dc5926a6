import { useTranslation } from "react-i18next";
import { signUpHospitalRules as rules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { AccountFields, type NewAccount, noAccount } from "@/ui/fields/AccountFields";
import { toast } from "@/ui/toast";
import { createHospital, useReloadClinics } from "./clinics";

export function AddHospital({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("clinics");
  const reloadClinics = useReloadClinics();
  async function save(hospital: NewAccount, close: () => void) {
    await createHospital(hospital);
    toast.success(t("addHospital.created"));
    close();
    await reloadClinics();
  }
  return (
    <FormDialog
      title={t("addHospital.title")}
      submit={t("addHospital.submit")}
      initial={noAccount}
      draft="hospital"
      rules={rules}
      missing={t("addHospital.missing")}
      failures="notified"
      onSubmit={save}
      onClose={onClose}
    >
      {(ask) => <AccountFields ask={ask} leastPassword={rules.password.minLength} />}
    </FormDialog>
  );
}
