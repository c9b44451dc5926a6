import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import type { components } from "@/api/gen/schema";
import { useList } from "@/api/hooks";
import { type Mutation, request } from "@/api/mutation";
import { versionOf } from "@/api/versions";
import type { Pages } from "@/lib/list/useListQuery";

export type CareCity = components["schemas"]["CareCity"];
type Place = components["schemas"]["Place"];
export type CityWarnings = components["schemas"]["CityDoubts"];

export function useCareCities({ page, perpage }: Pages) {
  return useList("/admin/care_cities", { query: { page, perpage } }, "care_cities");
}

/** A care city as form values. */
export interface Values {
  name: string;
  latitude: string;
  longitude: string;
  basic_city_id: string;
}
export const emptyCity: Values = { name: "", latitude: "", longitude: "", basic_city_id: "" };
const typed = (value: number | null) => value?.toString() ?? "";
export const toFormValues = ({ name, latitude, longitude, basic_city_id }: CareCity): Values => ({
  name,
  latitude: typed(latitude),
  longitude: typed(longitude),
  basic_city_id: typed(basic_city_id),
});

const numberOf = (text: string) => (text.trim() ? Number(text) : null);
const bodyOf = (values: Values) => ({
  name: values.name.trim(),
  latitude: numberOf(values.latitude),
  longitude: numberOf(values.longitude),
  basic_city_id: numberOf(values.basic_city_id),
});

export async function readCity({ id }: CareCity): Promise<CareCity> {
  const { data } = await api.get("/careops/care_cities/{city_id}", { path: { city_id: id } });
  return data;
}

/** Add a city, or change the given one with its version; sends only changed fields. */
export function saveCityRequest(values: Values, before: CareCity | null): Mutation | null {
  const body = bodyOf(values);
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
export async function suggestCities(text: string, signal: AbortSignal): Promise<Place[]> {
  const { data } = await api.get("/careops/places", { query: { text, limit: 20 }, signal });
  return data.filter(({ locality, address }) => locality === null && address === null);
}

/** Doubts about the location of a city; null if the check is not possible. */
export async function fetchWarnings(values: Values): Promise<CityWarnings | null> {
  const { name, latitude, longitude } = bodyOf(values);
  if (latitude === null || longitude === null) return null;
  try {
    const { data } = await api.get("/careops/care_cities/check", { query: { name, latitude, longitude } });
    return data.outside_india || data.kilometres_off !== null ? data : null;
  } catch (error) {
    if (isSilent(error)) throw error;
    return null;
  }
}
