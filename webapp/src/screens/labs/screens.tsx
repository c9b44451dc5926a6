import { useParams } from "react-router";
import { useList, useRecord } from "@/api/hooks";
import { paths } from "@/app/paths";
import { parseRouteId } from "@/lib/routeIds";
import type { ListQuery } from "@/lib/useListQuery";
import { PartnerScreen } from "@/screens/partners/shared/PartnerScreen";
import { PartnersScreen } from "@/screens/partners/shared/PartnersScreen";
import { type partnerFilters, queryOf } from "@/screens/partners/shared/partners";

const addressOf = (labId: number) => paths.lab({ labId });

function useLabs(query: ListQuery<keyof typeof partnerFilters>) {
  return useList("/admin/labs", { query: queryOf(query) }, ({ data }) => ({
    rows: data.labs,
    total: data.total_records,
  }));
}

export function LabsScreen() {
  return <PartnersScreen kind="labs" useRows={useLabs} addressOf={addressOf} />;
}

export function LabScreen() {
  const { labId, tab = "" } = useParams();
  const id = parseRouteId(labId);
  const path = "/admin/labs/{lab_id}";
  const { data, error, isValidating, mutate } = useRecord(
    path,
    id === null ? null : { path: { lab_id: id } },
    ({ data: found }) => found.lab.id,
  );
  return (
    <PartnerScreen
      kind="labs"
      id={id}
      tab={tab}
      record={data?.data.lab}
      error={error}
      busy={isValidating}
      retry={() => mutate()}
      list={paths.labs()}
      addressOf={(key) => paths.lab({ labId: id ?? 0, tab: key })}
    />
  );
}
