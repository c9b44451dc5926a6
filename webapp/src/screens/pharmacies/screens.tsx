import { useParams } from "react-router";
import { useList, useRecord } from "@/api/hooks";
import { paths } from "@/app/paths";
import { parseRouteId } from "@/lib/routeIds";
import type { ListQuery } from "@/lib/useListQuery";
import { PartnerScreen } from "@/screens/partners/shared/PartnerScreen";
import { PartnersScreen } from "@/screens/partners/shared/PartnersScreen";
import { type partnerFilters, queryOf } from "@/screens/partners/shared/partners";

const addressOf = (pharmacyId: number) => paths.pharmacy({ pharmacyId });

function usePharmacies(query: ListQuery<keyof typeof partnerFilters>) {
  return useList("/admin/pharmacies", { query: queryOf(query) }, ({ data }) => ({
    rows: data.pharmacies,
    total: data.total_records,
  }));
}

export function PharmaciesScreen() {
  return <PartnersScreen kind="pharmacies" useRows={usePharmacies} addressOf={addressOf} />;
}

export function PharmacyScreen() {
  const { pharmacyId, tab = "" } = useParams();
  const id = parseRouteId(pharmacyId);
  const path = "/admin/pharmacies/{pharmacy_id}";
  const { data, error, isValidating, mutate } = useRecord(
    path,
    id === null ? null : { path: { pharmacy_id: id } },
    ({ data: found }) => found.pharmacy.id,
  );
  return (
    <PartnerScreen
      kind="pharmacies"
      id={id}
      tab={tab}
      record={data?.data.pharmacy}
      error={error}
      busy={isValidating}
      retry={() => mutate()}
      list={paths.pharmacies()}
      addressOf={(key) => paths.pharmacy({ pharmacyId: id ?? 0, tab: key })}
    />
  );
}
