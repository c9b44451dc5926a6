import { randomId } from "@/lib/browser/randomId";
import type { FailedBatch, Outcome } from "@/lib/list/outcomes";
import { ApiError } from "./errors";
import type { components } from "./gen/schema";
import { waitForServerMessages } from "./middleware/serverMessages";
import { request, send } from "./mutation";

type TargetOutcome = components["schemas"]["TargetOutcome"];

/** A call of the contract, and its parameters for a row. */
export interface BatchChange<Row> {
  change: "ActivateSpecModule" | "DeactivateSpecModule" | "UpdateClinicSettings";
  parameters: (row: Row) => Record<string, unknown>;
}

const targetOf = <Row>(row: Row, { parameters }: BatchChange<Row>) => ({
  key: randomId(),
  parameters: parameters(row),
});
/** Build the request of a change for several rows. */
export const batchRequest = <Row>(rows: readonly Row[], batch: BatchChange<Row>) =>
  request.post("/careops/changes", {
    body: { change: batch.change, targets: rows.map((row) => targetOf(row, batch)) },
  });

/**
 * Make one change for several rows in one request (decision 200). Rows that the server had no time for are sent again.
 */
export async function sendBatchChange<Row>(rows: readonly Row[], batch: BatchChange<Row>): Promise<Outcome<Row>> {
  const settled = new Map<Row, TargetOutcome>();
  let pending = rows.map((row) => ({ row, target: targetOf(row, batch) }));
  let failed: FailedBatch<Row>[] = [];
  while (pending.length > 0) {
    try {
      const targets = pending.map(({ target }) => target);
      const { data } = await send(request.post("/careops/changes", { body: { change: batch.change, targets } }));
      for (const [at, { row }] of pending.entries()) {
        const outcome = data[at];
        if (outcome && outcome.outcome !== "left") settled.set(row, outcome);
      }
    } catch (error) {
      if (settled.size === 0) throw error;
      failed = [{ rows: pending.map(({ row }) => row), error }];
      break;
    }
    const left = pending.filter(({ row }) => !settled.has(row));
    if (left.length === pending.length) break;
    pending = left;
  }
  const of = (outcome: TargetOutcome["outcome"]) => rows.filter((row) => settled.get(row)?.outcome === outcome);
  if (of("refused").length > 0) await waitForServerMessages();
  const missing = failed.length > 0 ? [] : rows.filter((row) => !settled.has(row));
  return {
    done: of("done"),
    unchanged: of("unchanged"),
    failed: [...byReason(of("refused"), settled), ...failed],
    left: missing,
  };
}

/** Refused rows, those with the same reason together. */
function byReason<Row>(rows: readonly Row[], settled: ReadonlyMap<Row, TargetOutcome>): FailedBatch<Row>[] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const reason = JSON.stringify(settled.get(row)?.errors);
    groups.set(reason, [...(groups.get(reason) ?? []), row]);
  }
  return [...groups.values()].map((group) => ({ rows: group, error: errorOf(settled.get(group[0] as Row)) }));
}

function errorOf(outcome: TargetOutcome | undefined): ApiError {
  return new ApiError(outcome?.status ?? 0, outcome?.errors);
}
