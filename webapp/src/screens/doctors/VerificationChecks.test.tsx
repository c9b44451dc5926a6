import { fireEvent, render, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { VerificationChecks } from "./VerificationChecks";

const dossier = { odd_number: true, same_number: [], same_certificate: [], decisions: [] };

test("failed read of warnings is not an absence of warnings and is retried", async () => {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  let broken = true;
  vi.stubGlobal("fetch", async () =>
    broken ? respondError(500) : respond("get", "/careops/doctors/{id}/dossier", { success: true, data: { dossier } }),
  );
  render(
    <MemoryRouter>
      <SwrProvider>
        <VerificationChecks doctorId={12} />
      </SwrProvider>
    </MemoryRouter>,
  );
  expect((await screen.findByRole("alert")).textContent).toContain(
    "Could not check this registration for problems. Please try again.",
  );
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Retry" }));
  expect(await screen.findByText(/does not look like a medical council registration number/)).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
});
