import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { CallCache } from "@/api/CallCache";
import { api } from "@/api/client";
import { ApiError } from "@/api/errors";
import { Dossier } from "./Dossier";

const dossier = { odd_number: true, same_number: [], same_certificate: [], decisions: [] };

test("doubts that could not be read are no absence of doubts, and are asked for again", async () => {
  vi.spyOn(api, "get")
    .mockRejectedValueOnce(new ApiError(500, [], "r-1"))
    .mockImplementation((async () => ({ data: { dossier } })) as unknown as typeof api.get);
  render(
    <MemoryRouter>
      <CallCache>
        <Dossier doctorId={12} />
      </CallCache>
    </MemoryRouter>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Whether anything about this registration is doubtful could not be found out",
  );
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/does not look like one of a medical council/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
