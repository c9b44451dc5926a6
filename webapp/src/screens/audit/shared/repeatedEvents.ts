import type { components } from "@/api/gen/schema";

type Event = components["schemas"]["AuditTrail"];

const repeatedMs = 5 * 60_000;

/** The same items, newest first, with repeated changes of one person on one record within five minutes together. */
export function groupRepeated<Item>(
  items: readonly Item[],
  eventOf: (item: Item) => Event | null,
): [Item, ...Item[]][] {
  const groups: [Item, ...Item[]][] = [];
  for (const item of items) {
    const current = groups.at(-1);
    if (current && isRepeated(eventOf(item), eventOf(current[0]))) current.push(item);
    else groups.push([item]);
  }
  return groups;
}

function isRepeated(event: Event | null, newest: Event | null): boolean {
  if (!event?.user?.name || !event.resource?.id) return false;
  return (
    event.user.name === newest?.user?.name &&
    event.resource.type === newest.resource?.type &&
    event.resource.id === newest.resource?.id &&
    event.event_status === newest.event_status &&
    Date.parse(newest.timestamp) - Date.parse(event.timestamp) <= repeatedMs
  );
}
