import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import type { Pages } from "@/lib/list/useListQuery";
import { optionalNumber, type TextsOf, text, toBody } from "@/ui/record/fields";

export type CareCity = components["schemas"]["CareCity"];
type Place = components["schemas"]["Place"];
export type CityWarnings = components["schemas"]["CityDoubts"];

export function useCareCities({ page, perpage }: Pages) {
  return useList("/admin/care_cities", { query: { page, perpage } }, "care_cities");
}

/** Fields of the form. */
export const fields = {
  name: text(),
  latitude: optionalNumber(),
  longitude: optionalNumber(),
  basic_city_id: optionalNumber(),
};
export type Values = TextsOf<typeof fields>;

export async function readCity({ id }: CareCity): Promise<CareCity> {
  const { data } = await api.get("/careops/care_cities/{city_id}", { path: { city_id: id } });
  return data;
}

/** Add a city, or change the given one with its version; sends only changed fields. */
export function saveCityRequest(values: Values, before: CareCity | null): Mutation | null {
  const body = toBody(fields, values);
  if (!before) return request.post("/admin/care_cities", { body });
  const changed = Object.entries(body).filter(([name, value]) => value !== before[name as keyof typeof body]);
  if (changed.length === 0) return null;
  const options = { path: { city_id: before.id }, body: Object.fromEntries(changed), ifMatch: versionOf(before) };
  return request.put("/admin/care_cities/{city_id}", options);
}

/** Move a city to a position among all of them, starting at 1. */
export function moveCityRequest({ id }: CareCity, order_number: number) {
  return request.put("/admin/care_cities/{city_id}", { path: { city_id: id }, body: { order_number } });
}

export function deleteCityRequest({ id }: CareCity) {
  return request.delete("/admin/care_cities/{city_id}", { path: { city_id: id } });
}

/** Search Indian cities, most likely first. */
export async function suggestCities(typed: string, signal: AbortSignal): Promise<Place[]> {
  const { data } = await api.get("/careops/places", { query: { text: typed, limit: 20 }, signal });
  return data.filter(({ locality, address }) => locality === null && address === null);
}

/** Doubts about the location of a city; null if the check is not possible. */
export async function fetchWarnings(values: Values): Promise<CityWarnings | null> {
  const { name, latitude, longitude } = toBody(fields, values);
  if (latitude === null || longitude === null) return null;
  try {
    const { data } = await api.get("/careops/care_cities/check", { query: { name, latitude, longitude } });
    return data.outside_india || data.kilometres_off !== null ? data : null;
  } catch (error) {
    if (isSilent(error)) throw error;
    return null;
  }
}
