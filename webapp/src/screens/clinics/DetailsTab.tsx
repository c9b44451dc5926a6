import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { paths } from "@/app/paths";
import { labelOf } from "@/lib/format/labels";
import { ModuleSwitches } from "@/screens/modules/shared/ModuleSwitches";
import { LazyNewestChanges } from "@/screens/timeline/shared/lazyNewestChanges";
import { Detail } from "@/ui/cells/cells";
import { PhoneList } from "@/ui/cells/PhoneList";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { Tool } from "@/ui/layout/Toolbar";
import { TabSkeleton } from "@/ui/lazy/PageSkeleton";
import { useFetchLater } from "@/ui/lazy/useFetchLater";
import { type ClinicDetail, useReloadClinics } from "./clinics";
import { EditAddress } from "./lazyDialogs";

/** The Details tab. */
export function DetailsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  const { t: address } = useTranslation("clinics", { keyPrefix: "address" });
  const [editing, setEditing] = useState(false);
  const reloadClinics = useReloadClinics();
  useFetchLater(EditAddress);
  const domains = clinic.clinic_website?.clinic_domains.map(({ domain_name }) => domain_name) ?? [];
  return (
    <Panels lead>
      <Panels>
        <Panel title={t("details.modules")}>
          <ModuleSwitches clinic={clinic} onSwitched={reloadClinics} />
        </Panel>
        <Panel
          title={t("details.about")}
          action={<Tool icon="edit" text={address("open")} onClick={() => setEditing(true)} />}
        >
          <dl>
            <Detail name={t("details.name")}>{clinic.name}</Detail>
            <Detail name={t("details.address")}>
              <Lines lines={addressOf(clinic)} />
            </Detail>
            <Detail name={t("details.email")}>{clinic.email}</Detail>
            <Detail name={t("details.domains")}>
              <WebLinks domains={domains} />
            </Detail>
            <Detail name={t("details.phones")}>
              <PhoneList phones={phonesOf(clinic, t("details.phoneTypes", { returnObjects: true }))} />
            </Detail>
          </dl>
        </Panel>
        <HospitalPanel clinic={clinic} />
      </Panels>
      <Suspense fallback={<TabSkeleton />}>
        <LazyNewestChanges
          record={{ kind: "clinic", id: clinic.id }}
          to={paths.clinic({ clinicId: clinic.id, tab: "timeline" })}
        />
      </Suspense>
      {editing && <EditAddress clinic={clinic} onClose={() => setEditing(false)} />}
    </Panels>
  );
}

type HospitalFields = Pick<ClinicDetail, "beds_count" | "rooms_count" | "speciality" | "other_specialities">;

/** Hidden if it has no value at all, because most clinics have none. */
export function HospitalPanel({ clinic }: { clinic: HospitalFields }) {
  const { t } = useTranslation("clinics");
  const others = clinic.other_specialities.map(({ speciality_name }) => speciality_name);
  const { beds_count, rooms_count, speciality } = clinic;
  if (beds_count === null && rooms_count === null && !speciality && others.length === 0) return null;
  return (
    <Panel title={t("details.size")}>
      <dl>
        <Detail name={t("details.beds")}>{beds_count?.toString()}</Detail>
        <Detail name={t("details.rooms")}>{rooms_count?.toString()}</Detail>
        <Detail name={t("details.speciality")}>{speciality?.name}</Detail>
        <Detail name={t("details.otherSpecialities")}>{others.join(", ")}</Detail>
      </dl>
    </Panel>
  );
}

function addressOf({ location }: ClinicDetail): string[] {
  if (!location) return [];
  const { address_line_1, address_line_2, city, state, zipcode } = location;
  const place = [city, state].filter(Boolean).join(", ");
  return [address_line_1, address_line_2, [place, zipcode].filter(Boolean).join(" ")].filter(
    (line) => !!line,
  ) as string[];
}

/** Phone numbers of the location with their types, or the clinic's own number. */
function phonesOf({ location, phone_number }: ClinicDetail, types: object) {
  const typed = (location?.phone_numbers ?? []).map((phone) => ({
    number: phone.phone_number,
    type: labelOf(types, phone.phone_type),
  }));
  if (typed.length > 0 || !phone_number) return typed;
  return [{ number: phone_number, type: null }];
}

/** Several lines, or a dash. */
function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return "-";
  return lines.map((line) => <div key={line}>{line}</div>);
}

/** A host name without scheme and path, so that stored text cannot choose an address. */
const host = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/i;

function WebLinks({ domains }: { domains: readonly string[] }) {
  if (domains.length === 0) return "-";
  return (
    <ul>
      {domains.map((domain) => (
        <li key={domain}>
          {host.test(domain) ? (
            <a href={`https://${domain}`} target="_blank" rel="noopener noreferrer">
              {domain}
            </a>
          ) : (
            domain
          )}
        </li>
      ))}
    </ul>
  );
}
