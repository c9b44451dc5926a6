import { api } from "@/api/client";
import { nameMax, pageSize } from "@/api/gen/constants";
import { useRecord } from "@/api/hooks";
import { anId, words } from "@/lib/useListQuery";
import type { PageOf } from "@/lib/usePagedChoices";
import type { PageChoice } from "@/ui/fields/PagePicker";

/** The filter as the address bar holds it: which clinic, and its name, which is shown until the clinic is read. */
export const clinicFilters = { clinic: anId, clinic_name: words(nameMax) };

/** The clinic that the address names, by the name that its id has: the one in the address may be another clinic's. */
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

/** One page of the clinics whose name, phone number or town holds the text (B-80). */
export async function askClinics(text: string, page: number, signal: AbortSignal): Promise<PageOf<PageChoice>> {
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
