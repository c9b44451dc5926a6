import type { Making } from "../fixtures/examples";

interface Listed {
  data: { users: { id: number }[] };
}

export async function userId({ api }: Making) {
  const { data } = await api.get<Listed>("/admin/users?perpage=1");
  return data.users[0]!.id;
}
