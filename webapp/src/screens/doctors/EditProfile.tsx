import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { gender as genders } from "@/api/gen/choices";
import { countryCode } from "@/api/gen/constants";
import { updateDoctorRules } from "@/api/gen/rules";
import { serverNow } from "@/api/token";
import { versionOf } from "@/api/versions";
import { type DoctorAddress, paths } from "@/app/paths";
import { today } from "@/lib/time/dates";
import { MainSpeciality } from "@/screens/catalogue/shared/SpecialityFields";
import { AreaField } from "@/ui/fields/AreaField";
import { DayField, useDayRule } from "@/ui/fields/DayField";
import { FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField, TextField } from "@/ui/fields/fields";
import { PhoneField } from "@/ui/fields/PhoneField";
import { SelectField } from "@/ui/fields/SelectField";
import { FormDialog } from "@/ui/form/FormDialog";
import type { VersionedForm } from "@/ui/form/useConflict";
import {
  type DoctorProfile,
  diffValues,
  readDoctor,
  toFormValues,
  updateDoctorRequest,
  useReloadDoctors,
  type Values,
} from "./doctors";

interface Props {
  doctor: DoctorProfile;
  at: DoctorAddress["at"];
  onClose: () => void;
}
/** First day of the date picker (B 5). */
const firstDay = "1900-01-01";
// The form's date format differs from the call's; `useDayRule` validates it.
const rules = { ...updateDoctorRules, dob: {} };

/** Edit a profile; concurrent changes of other users are kept. */
export function EditProfile({ doctor, at, onClose }: Props) {
  const { t } = useTranslation("doctors");
  const { t: common } = useTranslation();
  const navigate = useNavigate();
  const reload = useReloadDoctors();
  const lastDay = today(serverNow());
  const dayRule = useDayRule({ min: firstDay, max: lastDay });

  // Initial values from the opening of the form; a later reload must not count as a change.
  const [before] = useState(() => toFormValues(doctor));
  const read = useRef({ values: before, version: versionOf(doctor), verified: doctor.verified });
  const versions: VersionedForm<Values> = {
    fields: {
      name: t("columns.name"),
      phone_number: t("columns.phone"),
      dob: t("profile.dob"),
      gender: t("profile.gender"),
      speciality: t("columns.speciality"),
      exp: t("profile.exp"),
      patients_per_hour: t("profile.patientsPerHour"),
      reg_nbr: t("columns.registration"),
      bio: t("profile.bio"),
    },
    reread: async () => {
      const newest = await readDoctor(doctor.id);
      read.current = { values: toFormValues(newest), version: versionOf(newest), verified: newest.verified };
      return read.current.values;
    },
  };

  function toRequest(values: Values) {
    const changes = diffValues(read.current.values, values);
    return Object.keys(changes).length > 0 ? updateDoctorRequest(doctor.id, changes, read.current.version) : null;
  }
  async function saved() {
    await reload();
    if (at) navigate(paths.doctorEducation({ doctorId: doctor.id, at }));
  }
  return (
    <FormDialog
      title={t("edit.title")}
      submit={common("save")}
      width={600}
      initial={before}
      draft={`doctorProfile.${doctor.id}`}
      rules={rules}
      call="UpdateDoctor"
      fallback={t("failed")}
      versions={versions}
      toRequest={toRequest}
      done={t("edit.saved")}
      onSent={saved}
      onClose={onClose}
    >
      {(ask, { control, setValue, clearErrors }) => (
        <>
          <FieldRow>
            <TextField
              label={t("columns.name")}
              autoComplete="off"
              {...ask("name", { required: true, missing: t("edit.missing.name") })}
            />
            <PhoneField
              label={t("columns.phone")}
              prefix={`+${countryCode}`}
              {...ask("phone_number", {
                required: true,
                missing: t("edit.missing.phone"),
                wrong: t("edit.wrongPhone"),
              })}
            />
            <SelectField
              label={t("profile.gender")}
              options={genders.map((value) => ({ value, text: common(`genders.${value}`) }))}
              {...ask("gender", { required: true, missing: t("edit.missing.gender") })}
            />
            <DayField
              label={t("profile.dob")}
              control={control}
              min={firstDay}
              max={lastDay}
              {...ask("dob", { also: dayRule })}
            />
          </FieldRow>
          <MainSpeciality
            label={t("columns.speciality")}
            before={before.speciality}
            ask={(also) => ask("speciality", { required: true, missing: t("edit.missing.speciality"), also })}
            onChoose={(name) => {
              setValue("speciality", name, { shouldDirty: true });
              clearErrors("speciality");
            }}
          />
          <FieldRow>
            <NumberField
              label={t("profile.patientsPerHour")}
              {...ask("patients_per_hour", { required: true, missing: t("edit.missing.patientsPerHour") })}
            />
            <NumberField label={t("profile.expYears")} {...ask("exp")} />
          </FieldRow>
          <TextField
            label={t("columns.registration")}
            autoComplete="off"
            spellCheck={false}
            {...(doctor.verified && { readOnly: true, hint: t("edit.numberLocked") })}
            {...ask("reg_nbr")}
          />
          <AreaField label={t("profile.bio")} {...ask("bio")} />
        </>
      )}
    </FormDialog>
  );
}
