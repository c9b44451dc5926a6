import { useList, useRecord } from "@/api/hooks";
import { type PartnerTab, paths } from "@/app/paths";
import type { ListState } from "@/lib/list/listState";
import type { Failure } from "@/ui/feedback/ErrorState";
import { type Partner, type PartnerDetail, type PartnerQuery, queryOf } from "./partners";

/** What differs between pharmacies and labs: texts, calls and addresses. */
export interface Kind {
  /** Prefix of the texts. */
  texts: "pharmacies" | "labs";
  record: "pharmacy" | "lab";
  useRows: (query: PartnerQuery) => ListState<Partner>;
  /** `null` disables the read. */
  useOne: (id: number | null) => {
    record: PartnerDetail | undefined;
    error: Error | undefined;
    failure: Failure | undefined;
  };
  list: string;
  addressOf: (id: number, tab?: PartnerTab) => string;
}

export const labs: Kind = {
  texts: "labs",
  record: "lab",
  useRows: (query) => useList("/admin/labs", { query: queryOf(query) }, "labs"),
  useOne: (id) => {
    const options = id === null ? null : { path: { lab_id: id } };
    const { data, ...state } = useRecord("/admin/labs/{lab_id}", options, (answer) => answer.data.lab.id);
    return { ...state, record: data?.data.lab };
  },
  list: paths.labs(),
  addressOf: (labId, tab = "basic-details") => paths.lab({ labId, tab }),
};

export const pharmacies: Kind = {
  texts: "pharmacies",
  record: "pharmacy",
  useRows: (query) => useList("/admin/pharmacies", { query: queryOf(query) }, "pharmacies"),
  useOne: (id) => {
    const options = id === null ? null : { path: { pharmacy_id: id } };
    const { data, ...state } = useRecord(
      "/admin/pharmacies/{pharmacy_id}",
      options,
      (answer) => answer.data.pharmacy.id,
    );
    return { ...state, record: data?.data.pharmacy };
  },
  list: paths.pharmacies(),
  addressOf: (pharmacyId, tab = "basic-details") => paths.pharmacy({ pharmacyId, tab }),
};
