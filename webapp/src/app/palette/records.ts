import { api } from "@/api/client";
import { isNotOffered } from "@/api/errors";
import { phoneDigits } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { type AccountType, can } from "@/api/session";
import { correctionsOf } from "@/api/spellingCorrections";
import { formatPhone } from "@/lib/format/phone";
import { parseRouteId } from "@/lib/format/routeIds";
import { userName } from "@/screens/users/users";
import type { IconName } from "@/ui/icons/Icon";
import { paths } from "../paths";

interface SearchResult {
  to: string;
  name: string;
  /** Detail that distinguishes records of the same name. */
  note: string;
}
interface Found {
  id: number;
  name?: string | null;
  phone_number?: string | null;
}
type Place = { city: string | null } | null;
interface Kind {
  /** Text key of the list in the side navigation, which names the group. */
  label: "clinics" | "doctors" | "pharmacies" | "labs" | "users" | "payments";
  icon: IconName;
  access: "staff" | "billing";
  find: (query: Asked) => Promise<Answered>;
  /** Read the record with that id, if people use ids of this kind. */
  read?: (id: number, signal: AbortSignal) => Promise<SearchResult>;
}
interface Asked {
  query: { search_text: string; perpage: number };
  signal: AbortSignal;
  /** Accept similar spellings if nothing matches (decision 213). */
  forgiving: true;
}
interface Answered {
  hits: readonly SearchResult[];
  /** Similar words that matched. */
  spelt: readonly string[];
}

const mostHits = 5;

/** A result of the palette; `place` distinguishes records of the same name. */
const hit = (to: string, { id, name, phone_number }: Found, place?: string | null): SearchResult => ({
  to,
  name: name || formatPhone(null, phone_number) || String(id),
  note: [place, name && formatPhone(null, phone_number)].filter(Boolean).join(" · "),
});

const clinic = (record: Found & { location?: Place }) =>
  hit(paths.clinic({ clinicId: record.id }), record, record.location?.city);
const doctor = (record: Found) => hit(paths.doctor({ doctorId: record.id }), record);
const user = (record: Parameters<typeof userName>[0] & Found & { email: string | null }) =>
  hit(paths.user({ userId: record.id }), { ...record, name: userName(record) }, record.email);
const pharmacy = (record: Found & { location?: Place }) =>
  hit(paths.pharmacy({ pharmacyId: record.id }), record, record.location?.city);
const lab = (record: Found & { location?: Place }) =>
  hit(paths.lab({ labId: record.id }), record, record.location?.city);

/** The hits in the answer of a list. */
const hitsIn = <Answer extends object>(
  answer: Answer,
  hitsOf: (answer: Answer) => readonly SearchResult[],
): Answered => ({
  hits: hitsOf(answer),
  spelt: correctionsOf(answer),
});

/** Record types that are searchable by name, phone number or id, in the order of their groups. */
const kinds: readonly Kind[] = [
  {
    label: "clinics",
    icon: "clinics",
    access: "staff",
    find: async (query) => hitsIn(await api.get("/admin/clinics", query), ({ data }) => data.clinics.map(clinic)),
    read: async (id, signal) => clinic((await api.get("/admin/clinics/{id}", { path: { id }, signal })).clinic),
  },
  {
    label: "doctors",
    icon: "doctors",
    access: "staff",
    find: async (query) => hitsIn(await api.get("/admin/doctors", query), ({ data }) => data.doctors.map(doctor)),
    read: async (id, signal) => doctor((await api.get("/doctors/{id}", { path: { id }, signal })).data.doctor),
  },
  {
    label: "users",
    icon: "users",
    access: "billing",
    find: async (query) => hitsIn(await api.get("/admin/users", query), ({ data }) => data.users.map(user)),
    read: async (id, signal) =>
      user((await api.get("/admin/users/{user_id}", { path: { user_id: id }, signal })).data.user),
  },
  {
    label: "pharmacies",
    icon: "pharmacies",
    access: "staff",
    find: async (query) =>
      hitsIn(await api.get("/admin/pharmacies", query), ({ data }) => data.pharmacies.map(pharmacy)),
    read: async (id, signal) =>
      pharmacy((await api.get("/admin/pharmacies/{pharmacy_id}", { path: { pharmacy_id: id }, signal })).data.pharmacy),
  },
  {
    label: "labs",
    icon: "labs",
    access: "staff",
    find: async (query) => hitsIn(await api.get("/admin/labs", query), ({ data }) => data.labs.map(lab)),
    read: async (id, signal) => lab((await api.get("/admin/labs/{lab_id}", { path: { lab_id: id }, signal })).data.lab),
  },
  { label: "payments", icon: "payments", access: "staff", find: findPayments },
];

/** Razorpay's ids of payments and orders or their last six characters, and invoice numbers, in any case. */
const reference = /^((pay|order)_[a-z0-9]{4,}|INV-\S+|[a-z0-9]{6})$/i;

/** Find a payment by its id or its last six characters; it opens in the list or at its user. Other search texts need no request. */
async function findPayments({ query, signal }: Asked): Promise<Answered> {
  const text = query.search_text.replace(/\s/g, "");
  if (!reference.test(text)) return { hits: [], spelt: [] };
  try {
    const { data } = await api.get("/careops/payments", { query: { reference: text }, signal });
    const hits = data.flatMap((payment) => paymentHit(payment, text));
    return { hits: hits.filter(({ to }, at) => hits.findIndex((hit) => hit.to === to) === at), spelt: [] };
  } catch (error) {
    if (isNotOffered(error)) return { hits: [], spelt: [] };
    throw error;
  }
}

function paymentHit({ clinic_id, user_id, name }: components["schemas"]["FoundPayment"], text: string): SearchResult[] {
  const note = name ?? "";
  if (typeof clinic_id === "number") return [{ to: paths.payments({ search: text }), name: text, note }];
  return typeof user_id === "number" ? [{ to: paths.user({ userId: user_id, tab: "billing" }), name: text, note }] : [];
}

export interface SearchGroup {
  label: Kind["label"];
  icon: IconName;
  hits: readonly SearchResult[];
  /** Similar words that matched in place of the typed ones. */
  spelt: readonly string[];
  failed: boolean;
}

/** Return the matching records by type. A type whose request failed reports that; the others are still shown. */
export async function searchRecords(
  text: string,
  account: AccountType,
  signal: AbortSignal,
): Promise<readonly SearchGroup[]> {
  const searched = kinds.filter(({ access }) => can(account, access));
  const query = { search_text: text, perpage: mostHits };
  const id = idIn(text);
  const [answers, named] = await Promise.all([
    Promise.allSettled(searched.map(({ find }) => find({ query, signal, forgiving: true }))),
    // An unknown id is not an error, because digits can also be part of a phone number.
    Promise.allSettled(searched.map(async ({ read }) => (id === null || !read ? null : read(id, signal)))),
  ]);
  signal.throwIfAborted();
  const results = answers.map((answer) => (answer.status === "fulfilled" ? answer.value : null));
  // Drop similar spellings if any type has an exact match.
  const isExact = results.some((result) => result !== null && result.hits.length > 0 && result.spelt.length === 0);
  return searched.map(({ label, icon }, index) => {
    const result = results[index];
    const spelt = isExact ? [] : (result?.spelt ?? []);
    const hits = result && !(isExact && result.spelt.length > 0) ? result.hits : [];
    const byId = named[index];
    const first = byId?.status === "fulfilled" && byId.value ? [byId.value] : [];
    const otherHits = hits.filter(({ to }) => to !== first[0]?.to);
    return { label, icon, hits: [...first, ...otherHits].slice(0, mostHits), spelt, failed: !result };
  });
}

/** Parse an id: digits only, fewer than a phone number has, or any number after a #. */
function idIn(text: string): number | null {
  const figures = text.trim().replace(/^#/, "");
  return figures.length < phoneDigits ? parseRouteId(figures) : null;
}
