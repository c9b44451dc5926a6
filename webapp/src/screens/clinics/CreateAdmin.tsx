import { useTranslation } from "react-i18next";
import { rules } from "@/api/gen/rules";
import { FormDialog } from "@/ui/FormDialog";
import { PasswordField, PhoneField, TextField } from "@/ui/fields/fields";
import { filled } from "@/ui/fields/rules";
import { notify } from "@/ui/notify";
import { createAdmin, type NewAdmin } from "./admins";

/** The same person's fields as a hospital's first user; only the email may stay empty. */
const ask = rules.SignUpHospitalForm;
const empty: NewAdmin = { name: "", phone_number: "", password: "", email: "" };

interface Props {
  clinicId: number;
  onCreated: () => Promise<unknown>;
  onClose: () => void;
}

/** Only "required" is checked here; the server's first error says the rest. */
export function CreateAdmin({ clinicId, onCreated, onClose }: Props) {
  const { t } = useTranslation("admins");
  async function save(admin: NewAdmin) {
    await createAdmin(clinicId, admin);
    notify.success(t("create.created"));
    onClose();
    await onCreated();
  }
  return (
    <FormDialog
      title={t("create.title")}
      submit={t("create.submit")}
      initial={empty}
      missing={t("create.missing")}
      failures="notified"
      onSubmit={save}
      onClose={onClose}
    >
      {({ register, formState: { errors } }) => (
        <>
          <TextField
            label={t("create.name")}
            field={register("name", filled(ask.name))}
            error={errors.name}
            maxLength={ask.name.maxLength}
            autoComplete="off"
          />
          <PhoneField
            label={t("create.phone")}
            field={register("phone_number", filled(ask.phone_number))}
            error={errors.phone_number}
          />
          <PasswordField
            label={t("create.password")}
            field={register("password", filled(ask.password))}
            error={errors.password}
            maxLength={ask.password.maxLength}
          />
          <TextField
            label={t("create.email")}
            field={register("email")}
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
