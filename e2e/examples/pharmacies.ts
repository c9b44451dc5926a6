import type { Making } from "../fixtures/examples";

interface Listed {
  data: { pharmacies: { id: number }[] };
}

export async function pharmacyId({ api }: Making) {
  const { data } = await api.get<Listed>("/admin/pharmacies?perpage=1");
  return data.pharmacies[0]!.id;
}
