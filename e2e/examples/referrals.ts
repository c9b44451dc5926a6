import type { Making } from "../fixtures/examples";

interface Listed {
  data: { referrals: { id: number }[] };
}

export async function referralId({ api }: Making) {
  const { data } = await api.get<Listed>("/referrals");
  return data.referrals[0]!.id;
}
