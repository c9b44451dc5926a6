import { api } from "@/api/client";
import { maxNameLength, pageSize } from "@/api/gen/constants";
import { useRecord } from "@/api/hooks";
import type { PageOf } from "@/lib/hooks/useOptionSearch";
import { idFilter, textFilter } from "@/lib/list/useListQuery";
import type { AsyncChoice } from "@/ui/filters/AsyncSelect";

/** The filter in the address bar: clinic id, and a name shown until the clinic is loaded. */
export const clinicFilters = { clinic: idFilter, clinic_name: textFilter(maxNameLength) };

/**
 * The clinic of the address, with the name from the server, because the name in the address could belong to another
 * clinic.
 */
export function useChosenClinic({ clinic, clinic_name }: { clinic: string; clinic_name: string }) {
  const id = Number(clinic);
  const { data, error } = useRecord(
    "/admin/clinics/{id}",
    clinic ? { path: { id } } : null,
    (reply) => reply.clinic.id,
  );
  if (!clinic) return null;
  const name = data ? data.clinic.name : error ? null : clinic_name;
  return { key: clinic, text: name || `#${clinic}` };
}

/** Read one page of clinics whose name, phone number or town contains the text (B-80). */
export async function searchClinics(text: string, page: number, signal: AbortSignal): Promise<PageOf<AsyncChoice>> {
  const query = { page, perpage: pageSize, ...(text && { search_text: text }) };
  const { data, total_records } = await api.get("/admin/clinics", { query, signal });
  return {
    total: total_records,
    rows: data.clinics.map(({ id, name, location }) => ({
      key: String(id),
      text: name || `#${id}`,
      note: [location?.city, `#${id}`].filter(Boolean).join(" · "),
    })),
  };
}
