import { api } from "@/api/client";
import { nameMax, pageSize } from "@/api/gen/constants";
import { anId, words } from "@/lib/useListQuery";
import type { PageOf } from "@/lib/usePagedChoices";
import type { PageChoice } from "@/ui/fields/PagePicker";

/** The filter as the address bar holds it: which clinic, and what it is called, so that nobody has to ask for it. */
export const clinicFilters = { clinic: anId, clinic_name: words(nameMax) };

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
