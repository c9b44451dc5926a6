import { expect, it } from "vitest";
import { batchRequest } from "./batchChange";
import { request } from "./mutation";
import { proposedChanges } from "./proposedChanges";

it("reads parameters from path, query and nested body", () => {
  const update = request.put("/admin/clinics/{id}", {
    path: { id: 41 },
    body: { clinic_details: { rooms_count: 12 } },
    ifMatch: '"v1"',
  });
  expect(proposedChanges(update)).toEqual([{ call: "UpdateClinic", parameters: { id: 41, rooms_count: 12 } }]);
  const deletion = request.delete("/admin/users/{user_id}/delete_all", {
    path: { user_id: 7 },
    query: { device_type: "ios" },
  });
  expect(proposedChanges(deletion)).toEqual([
    { call: "DeleteAllDevices", parameters: { user_id: 7, device_type: "ios" } },
  ]);
});

it("makes a batch one change for each target", () => {
  const batch = batchRequest([{ id: 1 }, { id: 2 }], {
    change: "UpdateClinicSettings",
    parameters: ({ id }) => ({ clinic_id: id, ipd_enabled: true }),
  });
  expect(proposedChanges(batch)).toEqual([
    { call: "UpdateClinicSettings", parameters: { clinic_id: 1, ipd_enabled: true } },
    { call: "UpdateClinicSettings", parameters: { clinic_id: 2, ipd_enabled: true } },
  ]);
});

it("has no proposal for an unknown call", () =>
  expect(proposedChanges({ verb: "post", path: "/unknown", options: {} })).toEqual([]));
