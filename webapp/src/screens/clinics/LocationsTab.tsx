import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "@/api/gen/schema";
import { paths } from "@/app/paths";
import { NameLink, NumberText, Text } from "@/ui/cells/cells";
import type { Column } from "@/ui/DataTable";
import { TableCard } from "@/ui/TableCard";
import type { ClinicDetail } from "./clinics";

type Place = components["schemas"]["GroupLocation"];

/** The Locations tab: the clinic's own, once, then the rest of its group. */
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
      {
        key: "name",
        header: t("locations.name"),
        width: 220,
        cell: (place) => {
          const to = linkOf(place);
          if (!to) return <Text value={place.name} />;
          const tag = place.id === own && ({ text: t("locations.own"), icon: "clinics" } as const);
          return <NameLink to={to} name={place.name} tag={tag} />;
        },
      },
      {
        key: "address",
        header: t("locations.address"),
        width: 180,
        cell: ({ location }) => <Text value={location?.address_line_1} />,
      },
      {
        key: "locality",
        header: t("locations.locality"),
        width: 130,
        cell: ({ location }) => <Text value={location?.address_line_2} />,
      },
      { key: "city", header: t("locations.city"), width: 110, cell: ({ location }) => <Text value={location?.city} /> },
      {
        key: "state",
        header: t("locations.state"),
        width: 110,
        cell: ({ location }) => <Text value={location?.state} />,
      },
      {
        key: "zipcode",
        header: t("locations.zipcode"),
        width: 80,
        cell: ({ location }) => <NumberText value={location?.zipcode} />,
      },
      {
        key: "phones",
        header: t("locations.phones"),
        width: 130,
        wrap: true,
        cell: ({ location }) => (
          <Text value={location?.phone_numbers.map(({ phone_number }) => phone_number).join(", ")} />
        ),
      },
    ],
    [t, own],
  );
}
