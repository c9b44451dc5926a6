import { api } from "@/api/client";
import { isSilent } from "@/api/errors";
import { suggestPlacesRules } from "@/api/gen/rules";
import type { components } from "@/api/gen/schema";
import { request } from "@/api/mutation";
import type { ClinicDetail } from "./clinics";

export type Place = components["schemas"]["Place"];

/** Parts of an address as form values: all fields of `UpdateClinic` that belong to it, except the numbers. */
export interface Address {
  address_line_1: string;
  address_line_2: string;
  city: string;
  state: string;
  zipcode: string;
}
export interface Coordinates {
  latitude: number;
  longitude: number;
}
export type OtherSpeciality = components["schemas"]["NewOtherSpeciality"];
/** Form values of a clinic. */
export interface ClinicValues {
  address: Address;
  coordinates: Coordinates | null;
  beds_count: string;
  rooms_count: string;
  speciality: string;
  other_specialities: readonly OtherSpeciality[];
}

const addressFields = ["address_line_1", "address_line_2", "city", "state", "zipcode"] as const;

export function addressOf({ location }: ClinicDetail): Address {
  const address = {} as Address;
  for (const field of addressFields) address[field] = location?.[field] ?? "";
  return address;
}

export const isSameAddress = (address: Address, other: Address) =>
  addressFields.every((field) => address[field].trim() === other[field].trim());

export function coordinatesOf(place: Partial<Record<keyof Coordinates, number | null>> | null): Coordinates | null {
  const { latitude = null, longitude = null } = place ?? {};
  return latitude === null || longitude === null ? null : { latitude, longitude };
}

/** Search places in India, most likely first. */
export async function suggestPlaces(text: string, signal?: AbortSignal, limit = 8): Promise<Place[]> {
  const { data } = await api.get("/careops/places", { query: { text, limit }, ...(signal && { signal }) });
  return data;
}

/** A place in one line: its name and location. */
export function titleOf({ address, locality, city }: Place): string {
  return [address, locality].filter(Boolean).join(", ") || city;
}
export function whereOf({ address, locality, city, state, zipcode }: Place): string {
  return [(address || locality) && city, [state, zipcode].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/**
 * Build the address of a chosen place from the typed text. The place data has no streets, so text before the name of
 * the place becomes the street: "12 Mall Road, model town ludh" keeps "12 Mall Road".
 */
export function addressAt(place: Place, typed: string): Address {
  const street = place.address || streetOf(typed, place);
  return {
    address_line_1: street || place.locality || place.city,
    // Without a street, the locality is the first line and is not repeated.
    address_line_2: street ? (place.locality ?? "") : "",
    city: place.city,
    state: place.state,
    zipcode: place.zipcode ?? "",
  };
}

/** Letters of Devanagari and Gurmukhi. */
const ofAnotherScript = /[\u0900-\u0963\u0966-\u0a7f]/;
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

function streetOf(typed: string, place: Place): string {
  const placeWords = [place.locality, place.city, place.state, place.zipcode].flatMap((value) => wordsOf(value ?? ""));
  const words = typed.trim().split(/\s+/);
  // Typing errors are rare in the first letters.
  const names = (word: string) => placeWords.some((name) => name.startsWith(word.slice(0, 4)));
  // Place names are in Latin letters, so a last word in another script was the search for the place.
  if (ofAnotherScript.test(words.at(-1) ?? "")) words.pop();
  while (words.length > 0 && wordsOf(words.at(-1) ?? "").every(names)) words.pop();
  return words.join(" ").replace(/[\s,;-]+$/, "");
}

/**
 * Geocode an address by its parts: null if no Indian place matches, undefined if the lookup failed. Neither prevents
 * saving.
 */
export async function locate(address: Address): Promise<Coordinates | null | undefined> {
  const { address_line_2, city, state, zipcode } = address;
  const text = [address_line_2, city, state, zipcode].filter((value) => value.trim()).join(" ");
  const isCity = (place: Place) => place.zipcode === null && place.city.toLowerCase() === city.trim().toLowerCase();
  try {
    const places = (await suggestPlaces(text.slice(0, suggestPlacesRules.text.maxLength), undefined, 20)).filter(
      coordinatesOf,
    );
    return coordinatesOf(places.find((place) => place.zipcode === zipcode.trim()) ?? places.find(isCity) ?? null);
  } catch (error) {
    if (isSilent(error)) throw error;
    return undefined;
  }
}

const numberOf = (text: string) => (text === "" ? null : Number(text));
const textOf = (text: string) => text.trim() || null;

export function detailsOf({
  address,
  coordinates,
  beds_count,
  rooms_count,
  speciality,
  other_specialities,
}: ClinicValues) {
  return {
    location: {
      address_line_1: address.address_line_1.trim(),
      address_line_2: textOf(address.address_line_2),
      city: address.city.trim(),
      zipcode: address.zipcode.trim(),
      state: textOf(address.state),
      latitude: coordinates?.latitude ?? null,
      longitude: coordinates?.longitude ?? null,
    },
    rooms_count: numberOf(rooms_count),
    beds_count: numberOf(beds_count),
    speciality: speciality.trim() ? { name: speciality.trim() } : null,
    other_specialities: [...other_specialities],
  } satisfies Omit<components["schemas"]["UpdateClinicForm"], "id">;
}

/** Changed fields of a clinic. Other fields are not sent, so that a colleague's concurrent changes stay. */
export function diffClinic(before: ClinicValues, after: ClinicValues): Partial<ReturnType<typeof detailsOf>> {
  const old: Record<string, unknown> = detailsOf(before);
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(old[name]);
  return Object.fromEntries(Object.entries(detailsOf(after)).filter(isChanged));
}

export function updateClinicRequest(id: number, changes: ReturnType<typeof diffClinic>, ifMatch?: string) {
  return request.put("/admin/clinics/{id}", { path: { id }, body: { clinic_details: { id, ...changes } }, ifMatch });
}
