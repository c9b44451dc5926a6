import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { formatPhone } from "@/lib/format/phone";
import { TableCard } from "@/ui/list/TableCard";
import { column } from "@/ui/table/columns";
import type { Column } from "@/ui/table/columnTypes";
import type { ClinicDetail } from "./clinics";

type Place = components["schemas"]["GroupLocation"];

/** The Locations tab: the clinic's own location once, then the rest of its group. */
export function LocationsTab({ clinic }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  const columns = useColumns(clinic.id);
  const { id, name, location } = clinic;
  const rows: Place[] = [{ id, name, location }, ...clinic.clinic_group.filter((other) => other.id !== id)];
  return (
    <TableCard
      caption={t("locations.title")}
      columns={columns}
      rows={rows}
      rowKey={(place) => place.id ?? `${place.name} ${addressOf(place)}`}
      rowLink={linkOf}
      empty=""
    />
  );
}

const linkOf = ({ id }: Place) => (id === null ? undefined : paths.clinic({ clinicId: id }));
const addressOf = ({ location }: Place) => [location?.address_line_1, location?.city, location?.zipcode].join(" ");

function useColumns(own: number): Column<Place>[] {
  const { t } = useTranslation("clinics");
  return useMemo(
    () => [
      column.link("name", t("locations.name"), 220, ({ name }) => name, linkOf, {
        tag: ({ id }) => id === own && { text: t("locations.own"), icon: "clinics" },
      }),
      column.text("location.address_line_1", t("locations.address"), 180, ({ location }) => location?.address_line_1),
      column.text("location.address_line_2", t("locations.locality"), 130, ({ location }) => location?.address_line_2),
      column.text("location.city", t("locations.city"), 110, ({ location }) => location?.city),
      column.text("location.state", t("locations.state"), 110, ({ location }) => location?.state),
      column.number("location.zipcode", t("locations.zipcode"), 80, ({ location }) => location?.zipcode),
      column.text("location.phone_numbers", t("locations.phones"), 150, phonesOf),
    ],
    [t, own],
  );
}

const phonesOf = ({ location }: Place) =>
  location?.phone_numbers.map(({ phone_number }) => formatPhone(null, phone_number)).join(", ");
