import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { GenerateDialog } from "./GenerateDialog";

const path = "/api/careops/data_generation/clinics";

const unknown = {
  source: "phone_number",
  title: "No clinic found with this phone number",
  code: "clinic_phone_not_found",
};

/** Open the dialog with this answer of the server; return the numbers that were looked up. */
function open(answer: () => Response) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const looked: (string | null)[] = [];
  vi.stubGlobal("fetch", async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (url.pathname === "/api/admin/users/create_cms_data") return respondError(404, unknown);
    if (url.pathname !== path) return respondError(404);
    looked.push(url.searchParams.get("phone_number"));
    return answer();
  });
  render(
    <MemoryRouter>
      <SwrProvider>
        <GenerateDialog
          kind="cms"
          onUnderWay={() => undefined}
          onAsked={async () => undefined}
          onClose={() => undefined}
        />
      </SwrProvider>
    </MemoryRouter>,
  );
  return looked;
}
const clinics = (...names: string[]) =>
  respond("get", "/careops/data_generation/clinics", {
    success: true,
    data: names.map((name, at) => ({ id: at + 1, name })),
  });
const type = (digits: string) => userEvent.type(screen.getByRole("textbox", { name: /phone number/ }), digits);
const generate = () => screen.getByRole<HTMLButtonElement>("button", { name: "Generate" });

test("clinics of a number are named after its tenth digit", async () => {
  const looked = open(() => clinics("Navjeevan Polyclinic", "Navjeevan Eye Care"));
  await type("981500004");
  expect(looked).toEqual([]);
  await type("1");
  const status = await screen.findByText("Data will be added to these 2 clinics:");
  const names = within(status.parentElement as HTMLElement).getAllByRole("listitem");
  expect(names.map((name) => name.textContent)).toEqual(["Navjeevan Polyclinic", "Navjeevan Eye Care"]);
  expect(looked).toEqual(["9815000041"]);
  await type("{Backspace}");
  expect(screen.queryByText("Navjeevan Eye Care")).toBeNull();
});

test("many clinics are counted, and the first five named", async () => {
  open(() => clinics(...Array.from({ length: 201 }, (_, at) => `Branch ${at + 1}`)));
  await type("9815000041");
  expect(await screen.findByText("Data will be added to these 201 clinics:")).toBeTruthy();
  expect(screen.getByText("Branch 5")).toBeTruthy();
  expect(screen.queryByText("Branch 6")).toBeNull();
  expect(screen.getByText("and 196 more")).toBeTruthy();
});

test("a number without a clinic is reported before it is sent", async () => {
  open(() => clinics());
  await type("9815000041");
  expect(await screen.findByText("No clinic found with this phone number")).toBeTruthy();
});

test("a refused number without a clinic shows the message once", async () => {
  open(() => clinics());
  await type("9815000041");
  expect(await screen.findByText(unknown.title)).toBeTruthy();
  await userEvent.click(generate());
  await waitFor(() => expect(screen.getByRole("textbox").getAttribute("aria-invalid")).toBe("true"));
  expect(screen.getAllByText(unknown.title)).toHaveLength(1);
});

test("a platform that cannot name the clinics can still generate", async () => {
  const looked = open(() => respondError(404, { source: "not_offered", title: "This platform does not offer this" }));
  await type("9815000041");
  await waitFor(() => expect(looked).toHaveLength(1));
  expect(generate().disabled).toBe(false);
  expect(screen.queryByText(/does not offer/)).toBeNull();
});
