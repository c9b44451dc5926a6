import { useEffect, useState } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { addClinicDoctorRules } from "@/api/gen/rules";
import type { Mutation } from "@/api/mutation";
import { displayName } from "@/lib/format/displayName";
import { formatPhone, isPhone } from "@/lib/format/phone";
import { useGenderLabel } from "@/lib/format/useGenderLabel";
import { Hint } from "@/ui/display/Hint";
import { ChoiceCards } from "@/ui/fields/ChoiceCards";
import { NumberField, TextField } from "@/ui/fields/fields";
import { PhoneField } from "@/ui/fields/PhoneField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { FormDialog } from "@/ui/form/FormDialog";
import {
  addDoctorRequest,
  type FoundDoctor,
  findDoctors,
  type Invitation,
  inviteDoctorRequest,
  useReloadClinic,
} from "./clinicDoctors";

/** `picked` is one of several doctors with that number. */
type Values = Invitation & { picked: string };
type Form = UseFormReturn<Values>;
interface Part {
  ask: GetFieldProps<Values>;
  form: Form;
}

const empty: Values = { phone_number: "", picked: "", name: "", fees: "", patients_per_hour: "" };

/** Look up a phone number, then add the doctor who has it, or invite a new one. */
export function AddDoctor({ clinicId, onClose }: { clinicId: number; onClose: () => void }) {
  const { t } = useTranslation("clinicDoctors");
  const reloadClinic = useReloadClinic();
  const [phone, setPhone] = useState("");
  const [search, setSearch] = useState<{ phone: string; doctors: FoundDoctor[] } | null>(null);
  // An answer for an earlier number is ignored.
  const doctors = search?.phone === phone ? search.doctors : null;

  const [first] = doctors ?? [];

  /** The first submit only looks the number up. */
  async function lookUp(values: Values): Promise<Values | null> {
    if (doctors) return values;
    const { phone_number } = values;
    setSearch({ phone: phone_number, doctors: await findDoctors(phone_number) });
    return null;
  }
  function toRequest(values: Values): Mutation {
    if (!first) return inviteDoctorRequest(clinicId, values);
    return addDoctorRequest(clinicId, doctors?.length === 1 ? first.id : Number(values.picked), values.fees);
  }
  return (
    <FormDialog
      title={t("add.title")}
      submit={t(!doctors ? "add.find" : doctors.length > 0 ? "add.submit" : "add.invite")}
      disabled={!isPhone(phone)}
      initial={empty}
      draft={`clinicDoctors.${clinicId}`}
      rules={addClinicDoctorRules}
      call="AddClinicDoctor"
      missing={t("add.missing")}
      failures="notified"
      prepare={lookUp}
      toRequest={toRequest}
      done={t(first ? "add.saved" : "add.invited")}
      onSent={reloadClinic}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <Phone ask={ask} form={form} onChange={setPhone} />
          <div role="status">{doctors?.length === 0 && <Hint text={t("add.notFound")} />}</div>
          {doctors && doctors.length > 0 && <Found ask={ask} form={form} doctors={doctors} />}
          {doctors?.length === 0 && <Invite ask={ask} form={form} />}
        </>
      )}
    </FormDialog>
  );
}

function Phone({ ask, form, onChange }: Part & { onChange: (phone: string) => void }) {
  const { t } = useTranslation("clinicDoctors");
  const wrong = t("add.wrongPhone");
  const phone = useWatch({ control: form.control, name: "phone_number" });
  // Also if a draft restored the number.
  useEffect(() => onChange(phone), [phone, onChange]);
  const refuse = () => form.setError("phone_number", { type: "validate", message: wrong });
  return (
    <PhoneField
      label={t("add.phone")}
      hint={t("add.phoneHint")}
      {...ask("phone_number", {
        required: true,
        missing: wrong,
        wrong,
        onChange: () => {
          form.clearErrors();
          for (const name of ["picked", "name", "fees", "patients_per_hour"] as const) form.resetField(name);
        },
        onBlur: (event: { target: HTMLInputElement }) => {
          const { value } = event.target;
          if (value && !isPhone(value)) refuse();
        },
      })}
      // A form with a disabled button does not submit on Enter.
      onKeyDown={(event) => {
        if (event.key === "Enter" && !isPhone(event.currentTarget.value)) refuse();
      }}
    />
  );
}

function Found({ ask, form, doctors }: Part & { doctors: readonly FoundDoctor[] }) {
  const { t } = useTranslation("clinicDoctors");
  const genderOf = useGenderLabel();
  const { setFocus } = form;
  const several = doctors.length > 1;
  useEffect(() => setFocus(several ? "picked" : "fees"), [setFocus, several]);
  return (
    <>
      <ChoiceCards
        legend={t("add.found", { count: doctors.length })}
        choices={doctors.map((doctor) => ({
          value: String(doctor.id),
          title: displayName(doctor),
          text: [doctor.speciality, genderOf(doctor.gender), formatPhone(null, doctor.phone_number)]
            .filter(Boolean)
            .join(" · "),
        }))}
        {...ask("picked", { required: several, missing: t("add.pickFirst") })}
      />
      <NumberField label={t("add.fees")} {...ask("fees")} />
    </>
  );
}

function Invite({ ask, form: { setFocus } }: Part) {
  const { t } = useTranslation("clinicDoctors");
  useEffect(() => setFocus("name"), [setFocus]);
  return (
    <>
      <TextField label={t("add.name")} {...ask("name", { required: true })} autoComplete="off" />
      <NumberField label={t("add.fees")} {...ask("fees")} />
      <NumberField label={t("add.patientsPerHour")} {...ask("patients_per_hour", { required: true })} />
    </>
  );
}
