import { useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { gender as genders } from "@/api/gen/choices";
import { updateClinicDoctorRules } from "@/api/gen/rules";
import { useRefresh } from "@/api/hooks";
import { withPicture } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import { MainSpeciality, OtherSpecialities } from "@/screens/catalogue/shared/SpecialityFields";
import { toast } from "@/ui/feedback/toast";
import { FieldGroup, FieldRow } from "@/ui/fields/FieldGroup";
import { NumberField, TextField } from "@/ui/fields/fields";
import { PictureField } from "@/ui/fields/PictureField";
import { SelectField } from "@/ui/fields/SelectField";
import type { GetFieldProps } from "@/ui/fields/useFieldProps";
import { usePicture } from "@/ui/fields/usePicture";
import { FormDialog } from "@/ui/form/FormDialog";
import type { VersionedForm } from "@/ui/form/useConflict";
import type { ClinicDoctor } from "./clinicDoctors";
import { diffValues, readClinicDoctor, toFormValues, updateClinicDoctorRequest, type Values } from "./formValues";

const rules = {
  ...updateClinicDoctorRules,
  // Empty and 0 leave the fee unchanged (B-35).
  fees: { ...updateClinicDoctorRules.fees, min: 0 },
  other_specialities: {},
  photo: {},
  other_search: {},
};
interface Part {
  ask: GetFieldProps<Values>;
  form: UseFormReturn<Values>;
  before: Values;
}
interface Props {
  record: ClinicDoctor;
  clinicId: number;
  clinic: string | undefined;
  onClose: () => void;
}

/** Edit a doctor at one clinic, including fields that apply to all clinics. */
export function EditClinicDoctor({ record, clinicId, clinic, onClose }: Props) {
  const { t } = useTranslation("clinicDoctors");
  const { t: common } = useTranslation();
  const reload = useRefresh(
    "/clinics/{clinic_id}/clinic_doctors/{clinic_doctor_id}",
    "/doctors/{id}",
    "/admin/clinics/{id}",
  );
  const picture = usePicture("photos");
  // Initial values from the opening of the form; a later reload must not count as a change.
  const [before] = useState(() => toFormValues(record));
  const read = useRef({ values: before, version: versionOf(record) });
  const versions: VersionedForm<Values> = {
    fields: {
      name: t("columns.name"),
      gender: t("columns.gender"),
      speciality: t("details.speciality"),
      other_specialities: t("details.otherSpecialities"),
      education: t("details.education"),
      exp: t("edit.exp"),
      patients_per_hour: t("add.patientsPerHour"),
      reg_nbr: t("details.registration"),
      fees: t("add.fees"),
      telemedicine_fees: t("details.telemedicineFees"),
      photo: t("details.photo"),
    },
    textOf: (name, value) => {
      if (name === "photo") return value instanceof File ? value.name : common(value ? "file.kept" : "none");
      return Array.isArray(value) ? value.map(({ name }) => name).join(", ") : String(value);
    },
    reread: async () => {
      const newest = await readClinicDoctor(clinicId, record.id);
      read.current = { values: toFormValues(newest), version: versionOf(newest) };
      return read.current.values;
    },
  };

  const toRequest = (values: Values) =>
    withPicture("photos", values.photo, (photo) => {
      const changes = diffValues(read.current.values, values, photo);
      if (Object.keys(changes).length === 0) return null;
      return updateClinicDoctorRequest(clinicId, record.id, changes, read.current.version);
    });
  return (
    <FormDialog
      title={t("edit.title")}
      submit={common("save")}
      width={600}
      initial={before}
      draft={`clinicDoctor.${clinicId}.${record.id}`}
      rules={rules}
      call="UpdateClinicDoctor"
      fallback={t("details.failed")}
      versions={versions}
      toRequest={toRequest}
      send={picture.send}
      done={t("add.saved")}
      onSent={reload}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <FieldGroup title={clinic ? t("details.atNamedClinic", { clinic }) : t("details.atClinic")}>
            <FieldRow short>
              <NumberField label={t("add.fees")} {...ask("fees")} hint={t("edit.feesKept")} />
              <NumberField label={t("details.telemedicineFees")} {...ask("telemedicine_fees")} />
            </FieldRow>
            <PictureField label={t("details.photo")} control={form.control} {...picture.shown} {...ask("photo")} />
          </FieldGroup>
          <About ask={ask} form={form} before={before} verified={record.doctor.verified} />
        </>
      )}
    </FormDialog>
  );
}

/** Fields that apply to all clinics. */
function About({ ask, form, before, verified }: Part & { verified: boolean }) {
  const { t } = useTranslation("clinicDoctors");
  const { t: common } = useTranslation();
  useSayNameIsMissing(form);
  const blankNumber = (text: string) =>
    text.trim() !== "" || (text === "" && before.reg_nbr === "") || t("edit.blankNumber");
  return (
    <FieldGroup title={t("edit.everywhere")}>
      <FieldRow>
        <TextField
          label={t("columns.name")}
          autoComplete="off"
          {...ask("name", { required: true, missing: t("edit.nameMissing") })}
        />
        <SelectField
          label={t("columns.gender")}
          options={genders.map((value) => ({ value, text: common(`genders.${value}`) }))}
          {...ask("gender")}
        />
      </FieldRow>
      <Specialities ask={ask} form={form} before={before} />
      <TextField label={t("details.education")} autoComplete="off" {...ask("education")} />
      <FieldRow>
        <NumberField label={t("edit.exp")} {...ask("exp")} />
        <NumberField
          label={t("add.patientsPerHour")}
          {...ask("patients_per_hour", { required: before.patients_per_hour !== "" })}
        />
      </FieldRow>
      <TextField
        label={t("details.registration")}
        autoComplete="off"
        spellCheck={false}
        {...(verified && { readOnly: true, hint: t("edit.numberLocked") })}
        {...ask("reg_nbr", { also: blankNumber })}
      />
    </FieldGroup>
  );
}

function Specialities({ ask, form: { setValue, clearErrors, watch }, before }: Part) {
  const { t } = useTranslation("clinicDoctors");
  return (
    <>
      <MainSpeciality
        label={t("details.speciality")}
        before={before.speciality}
        ask={(also) => ask("speciality", { required: true, missing: t("edit.specialityMissing"), also })}
        onChoose={(name) => {
          setValue("speciality", name, { shouldDirty: true });
          clearErrors("speciality");
        }}
      />
      <OtherSpecialities
        label={t("details.otherSpecialities")}
        index="specialities"
        ask={(also) => ask("other_search", { also })}
        picked={watch("other_specialities")}
        onChange={(picked) => {
          setValue("other_specialities", picked, { shouldDirty: true });
          setValue("other_search", "");
          clearErrors("other_search");
        }}
      />
    </>
  );
}

/** An empty name has one specified message at the field and another above the form (B-32). */
function useSayNameIsMissing({ formState, getValues }: UseFormReturn<Values>) {
  const { t } = useTranslation("clinicDoctors");
  const { submitCount } = formState;
  useEffect(() => {
    if (submitCount > 0 && getValues("name").trim() === "") return toast.error(t("edit.nameMissingOnSave"));
  }, [submitCount, getValues, t]);
}
