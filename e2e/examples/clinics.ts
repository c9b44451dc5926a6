import type { Making } from "../fixtures/examples";

export async function clinicId({ api }: Making) {
  return (await api.hospital("Example Hospital")).id;
}
