import { type ProposableCall, proposableCalls } from "@/api/gen/proposableCalls";
import { paths, recordPath } from "@/app/paths";
import { parseRouteId } from "@/lib/format/routeIds";
import { dayOf } from "@/lib/time/dates";
import type { RequestTarget } from "./shared/changeRequests";

type NamedRecord = { name?: string | null; resource_type: string | null; resource_id: string | null };

/** Name of a record; without one, its type and id from the texts of the types. An unknown type is shown as sent. */
export function recordName({ name, resource_type: type, resource_id: id }: NamedRecord, names: object): string {
  if (name) return name;
  const text = (names as Record<string, string>)[type && id ? type : "new"];
  return text ? text.replace("{{id}}", id ?? "") : `${type?.replaceAll("_", " ")} ${id}`;
}

/** The record of a reference such as `clinic:41`. */
export function parseRecord(record: string): NamedRecord {
  const [type = "", ...idParts] = record.split(":");
  return { resource_type: type, resource_id: idParts.join(":") };
}

type RecordOfChange = Pick<RequestTarget, "resource_type" | "resource_id" | "parameters">;

/** Address of the record of a change, or of the clinic's tab that lists it. Undefined if it has none. */
export function recordAddress(target: RecordOfChange): string | undefined {
  const id = parseRouteId(target.resource_id ?? undefined);
  const clinicId = clinicOf(target);
  if (target.resource_type === "approval_policies" || target.resource_type === "freeze_periods")
    return paths.changePolicies();
  if (id === null) return undefined;
  switch (target.resource_type) {
    case "clinic_admin":
      return clinicId === null ? undefined : paths.clinic({ clinicId, tab: "admins" });
    case "clinic_doctor":
    case "schedule":
      return clinicId === null ? undefined : paths.clinic({ clinicId, tab: "doctors" });
    default:
      return recordPath(target.resource_type, id);
  }
}

/** Id of the clinic of a change, null for other records. */
function clinicOf({ resource_type, resource_id, parameters }: RecordOfChange): number | null {
  if (resource_type === "clinic") return parseRouteId(resource_id ?? undefined);
  return parseRouteId(String(parameters.clinic_id ?? "") || undefined);
}

/** Address of the events of an applied change in the audit log of its clinic. */
export function auditAddress(target: RequestTarget): string | undefined {
  const clinicId = clinicOf(target);
  if (clinicId === null || !target.applied_at) return undefined;
  const day = dayOf(target.applied_at);
  const event = isProposable(target.call) ? proposableCalls[target.call] : "";
  return paths.clinicAuditLogs({ clinicId, filters: { start_date: day, end_date: day, event_keys: event } });
}

const isProposable = (call: string): call is ProposableCall => call in proposableCalls;
