import type { Making } from "../fixtures/examples";

interface Listed {
  data: { change_requests: { id: number }[] };
}

/** The request of the demo data with every outcome. */
export async function requestId({ api }: Making) {
  const { data } = await api.get<Listed>("/careops/change_requests?status=partly_applied&perpage=1");
  return data.change_requests[0]!.id;
}
