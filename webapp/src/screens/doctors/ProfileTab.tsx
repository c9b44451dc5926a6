import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "@/lib/format/numbers";
import { useGenderLabel } from "@/lib/format/useGenderLabel";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import type { DoctorTabProps } from "./DoctorScreen";
import { EditProfile } from "./EditProfile";
import { VerificationPanel } from "./VerificationPanel";

/** The Doctor profile tab: profile and verification of the registration. */
export function ProfileTab({ doctor, at }: DoctorTabProps) {
  const { t } = useTranslation("doctors");
  const genderOf = useGenderLabel();
  const [editing, setEditing] = useState(false);
  const { exp, patients_per_hour } = doctor;
  return (
    <Panels>
      <Panel
        title={t("details.tabs.basic-details")}
        action={<Tool icon="edit" text={t("edit.open")} onClick={() => setEditing(true)} />}
      >
        <dl>
          <Detail name={t("columns.name")}>{doctor.name}</Detail>
          <Detail name={t("columns.phone")}>
            <PhoneNumber code={doctor.country_code} number={doctor.phone_number} />
          </Detail>
          <Detail name={t("profile.dob")}>{doctor.dob}</Detail>
          <Detail name={t("profile.gender")}>{genderOf(doctor.gender)}</Detail>
          <Detail name={t("columns.speciality")}>{doctor.speciality}</Detail>
          <Detail name={t("profile.exp")}>
            {exp !== null && t("profile.years", { count: exp, years: formatNumber(exp) })}
          </Detail>
          <Detail name={t("profile.patientsPerHour")}>
            {patients_per_hour !== null && formatNumber(patients_per_hour)}
          </Detail>
          <Detail name={t("columns.registration")}>{doctor.reg_nbr}</Detail>
          <Detail name={t("profile.bio")}>{doctor.bio}</Detail>
        </dl>
      </Panel>
      <VerificationPanel doctor={doctor} />
      {editing && <EditProfile doctor={doctor} at={at} onClose={() => setEditing(false)} />}
    </Panels>
  );
}
