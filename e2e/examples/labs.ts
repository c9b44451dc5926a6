import type { Making } from "../fixtures/examples";

interface Listed {
  data: { labs: { id: number }[] };
}

export async function labId({ api }: Making) {
  const { data } = await api.get<Listed>("/admin/labs?perpage=1");
  return data.labs[0]!.id;
}
