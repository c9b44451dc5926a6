import { api } from "@/api/client";
import { type AccountType, can } from "@/api/session";
import { nameOf } from "@/screens/users/users";
import type { IconName } from "@/ui/Icon";
import { paths } from "../paths";

export interface Hit {
  to: string;
  name: string;
  /** What tells it from another of the same name. */
  note: string;
}
interface Found {
  id: number;
  name?: string | null;
  phone_number?: string | null;
}
interface Kind {
  /** The key of its list's entry in the side navigation, whose words name the group. */
  label: "clinics" | "doctors" | "pharmacies" | "labs" | "users";
  icon: IconName;
  access: "staff" | "billing";
  find: (query: { search_text: string; perpage: number }, signal: AbortSignal) => Promise<readonly Hit[]>;
}

const mostHits = 5;

/** A record as the palette lists it; the rest tells where it is. */
const hit = (to: string, { id, name, phone_number }: Found, place?: string | null): Hit => ({
  to,
  name: name || phone_number || String(id),
  note: [place, name && phone_number].filter(Boolean).join(" · "),
});

/** Every kind of record that is found by name or phone number, in the order the groups stand in. */
const kinds: readonly Kind[] = [
  {
    label: "clinics",
    icon: "clinics",
    access: "staff",
    find: async (query, signal) => {
      const { data } = await api.get("/admin/clinics", { query, signal });
      return data.clinics.map((one) => hit(paths.clinic({ clinicId: one.id }), one, one.location?.city));
    },
  },
  {
    label: "doctors",
    icon: "doctors",
    access: "staff",
    find: async (query, signal) => {
      const { data } = await api.get("/admin/doctors", { query, signal });
      return data.doctors.map((one) => hit(paths.doctor({ doctorId: one.id }), one));
    },
  },
  {
    label: "users",
    icon: "users",
    access: "billing",
    find: async (query, signal) => {
      const { data } = await api.get("/admin/users", { query, signal });
      return data.users.map((one) => hit(paths.user({ userId: one.id }), { ...one, name: nameOf(one) }, one.email));
    },
  },
  {
    label: "pharmacies",
    icon: "pharmacies",
    access: "staff",
    find: async (query, signal) => {
      const { data } = await api.get("/admin/pharmacies", { query, signal });
      return data.pharmacies.map((one) => hit(paths.pharmacy({ pharmacyId: one.id }), one, one.location?.city));
    },
  },
  {
    label: "labs",
    icon: "labs",
    access: "staff",
    find: async (query, signal) => {
      const { data } = await api.get("/admin/labs", { query, signal });
      return data.labs.map((one) => hit(paths.lab({ labId: one.id }), one, one.location?.city));
    },
  },
];

export interface Group {
  label: Kind["label"];
  icon: IconName;
  hits: readonly Hit[];
  failed: boolean;
}

/** What has these words, by kind; kinds that cannot be asked now say so, and the others are shown all the same. */
export async function findRecords(text: string, account: AccountType, signal: AbortSignal): Promise<readonly Group[]> {
  const asked = kinds.filter(({ access }) => can(account, access));
  const answers = await Promise.allSettled(
    asked.map(({ find }) => find({ search_text: text, perpage: mostHits }, signal)),
  );
  signal.throwIfAborted();
  return asked.map(({ label, icon }, index) => {
    const answer = answers[index];
    const there = answer?.status === "fulfilled";
    return { label, icon, hits: there ? answer.value.slice(0, mostHits) : [], failed: !there };
  });
}
