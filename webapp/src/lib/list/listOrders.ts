import { session } from "@/api/session";
import { setListPage } from "./listUrls";

/** A page of a list as it was last shown. */
export interface ListOrder {
  page: number;
  perpage: number;
  total: number;
  /** Ids of its records, in order. */
  ids: readonly number[];
  /** Read the ids of another page with the same filters. */
  readIds: (page: number) => Promise<readonly number[]>;
}
/** Place of a record in its list. */
export interface ListPosition {
  /** Counts from 1. */
  number: number;
  total: number;
  /** Undefined at an end of the list. */
  previous: ListStep | undefined;
  next: ListStep | undefined;
}
/** Return the id of the neighbour; null if the list has become shorter. Reads another page at the end of a page. */
type ListStep = () => Promise<number | null>;

/** Last page of each list by path, cleared when another user signs in. */
const orders = new Map<string, ListOrder>();
session.onEnd(() => orders.clear());

/** Remember the order of a list for the records opened from it. */
export const rememberOrder = (path: string, order: ListOrder) => void orders.set(path, order);

/** Return the place of a record in the list at `path`; null if it was not on the last page shown. */
export function positionIn(path: string, id: number): ListPosition | null {
  const order = orders.get(path);
  const at = order ? order.ids.indexOf(id) : -1;
  if (!order || at < 0) return null;
  const { page, perpage, total, ids } = order;
  const number = (page - 1) * perpage + at + 1;
  const stepTo = (to: number): ListStep | undefined => {
    const neighbour = ids[to];
    return neighbour === undefined ? undefined : () => Promise.resolve(neighbour);
  };
  return {
    number,
    total: Math.max(total, number),
    previous: stepTo(at - 1) ?? (page > 1 ? () => turn(path, order, page - 1) : undefined),
    next: stepTo(at + 1) ?? (number < total ? () => turn(path, order, page + 1) : undefined),
  };
}

/** Read a neighbouring page and return its first or last id. The way back to the list leads to that page. */
async function turn(path: string, order: ListOrder, page: number): Promise<number | null> {
  const ids = await order.readIds(page);
  const id = (page > order.page ? ids[0] : ids.at(-1)) ?? null;
  if (id === null) return null;
  orders.set(path, { ...order, page, ids });
  setListPage(path, page);
  return id;
}
