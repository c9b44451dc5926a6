import { useTranslation } from "react-i18next";
import { rules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { PasswordField, PhoneField, TextField } from "@/ui/fields/fields";
import { filled } from "@/ui/fields/rules";
import { notify } from "@/ui/notify";
import { createHospital, type NewHospital, useReloadClinics } from "./clinics";

const ask = rules.SignUpHospitalForm;
const empty: NewHospital = { name: "", phone_number: "", password: "", email: "" };

/** Only "required" is checked here; the server's first error says the rest. */
export function AddHospital({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("clinics");
  const reloadClinics = useReloadClinics();
  async function save(hospital: NewHospital) {
    await createHospital(hospital);
    notify.success(t("addHospital.created"));
    onClose();
    await reloadClinics();
  }
  return (
    <FormDialog
      title={t("addHospital.title")}
      submit={t("addHospital.submit")}
      initial={empty}
      missing={t("addHospital.missing")}
      failures="notified"
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField
            label={t("addHospital.name")}
            field={register("name", filled(ask.name))}
            error={errors.name}
            maxLength={ask.name.maxLength}
            autoComplete="off"
          />
          <PhoneField
            label={t("addHospital.phone")}
            field={register("phone_number", filled(ask.phone_number))}
            error={errors.phone_number}
          />
          <PasswordField
            label={t("addHospital.password")}
            field={register("password", filled(ask.password))}
            error={errors.password}
            maxLength={ask.password.maxLength}
          />
          <TextField
            label={t("addHospital.email")}
            field={register("email", filled(ask.email))}
            error={errors.email}
            type="email"
            maxLength={ask.email.maxLength}
            autoComplete="off"
          />
        </>
      )}
    </FormDialog>
  );
}
