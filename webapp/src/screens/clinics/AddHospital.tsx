import { useTranslation } from "react-i18next";
import { signUpHospitalRules as rules } from "@/api/gen/rules";
import { AccountFields, noAccount } from "@/ui/fields/AccountFields";
import { FormDialog } from "@/ui/form/FormDialog";
import { createHospitalRequest, useReloadClinics } from "./clinics";

export function AddHospital({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("clinics");
  const reloadClinics = useReloadClinics();
  return (
    <FormDialog
      title={t("addHospital.title")}
      submit={t("addHospital.submit")}
      initial={noAccount}
      draft="hospital"
      rules={rules}
      call="SignUpHospital"
      missing={t("addHospital.missing")}
      failures="notified"
      toRequest={createHospitalRequest}
      done={t("addHospital.created")}
      onSent={reloadClinics}
      onClose={onClose}
    >
      {(ask) => <AccountFields ask={ask} leastPassword={rules.password.minLength} />}
    </FormDialog>
  );
}
