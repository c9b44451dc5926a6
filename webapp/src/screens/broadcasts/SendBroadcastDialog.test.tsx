import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { respond, respondError } from "@/test-api";
import { ProposalContext } from "@/ui/context/proposalContext";
import { SendBroadcastDialog } from "./SendBroadcastDialog";

afterEach(() => vi.useRealTimers());

/** Show the question with this answer of the server. */
function openDialog(answer: () => Response) {
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async () => answer());
  const onYes = vi.fn();
  render(
    <MemoryRouter>
      <SwrProvider>
        <ProposalContext value={({ changes }) => JSON.stringify(changes)}>
          <SendBroadcastDialog app="cms" onYes={onYes} onClose={() => undefined} />
        </ProposalContext>
      </SwrProvider>
    </MemoryRouter>,
  );
  return onYes;
}

function show(wait_seconds: number, devices = 3) {
  const data = { devices, users: 2, versions: [], wait_seconds };
  return openDialog(() => respond("get", "/careops/broadcasts/reach", { success: true, data }));
}
const send = () => screen.getByRole<HTMLButtonElement>("button", { name: "Send" });

test("dialog counts the seconds within a minute of the last broadcast", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const onYes = show(42);
  expect((await screen.findByRole("timer")).textContent).toBe("You can send it again in 42 seconds.");
  expect(send().disabled).toBe(true);
  await act(() => vi.advanceTimersByTimeAsync(41_000));
  expect(screen.getByRole("timer").textContent).toBe("You can send it again in 1 second.");
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.getByText("You can send it now.")).toBeTruthy();
  await userEvent.setup({ advanceTimers: vi.advanceTimersByTime }).click(send());
  expect(onYes).toHaveBeenCalledOnce();
});

test("dialog shows no countdown if the broadcast is allowed", async () => {
  show(0);
  await screen.findByText(/^This goes to 3 devices/);
  expect(screen.queryByRole("timer")).toBeNull();
  expect(send().disabled).toBe(false);
});

test("app without known devices can be sent to after an explanation", async () => {
  const onYes = show(0, 0);
  await screen.findByText(/^No device of it is known, so only apps that are connected now receive this\./);
  await userEvent.click(send());
  expect(onYes).toHaveBeenCalledOnce();
});

test("broadcast is sent if the platform does not count, not if counting fails", async () => {
  const problem = { source: "not_offered", title: "This platform does not offer this" };
  const onYes = openDialog(() => respondError(404, problem));
  await screen.findByText("The number of recipients is not known. Once sent, this cannot be recalled.");
  await userEvent.click(send());
  expect(onYes).toHaveBeenCalledOnce();
  cleanup();
  openDialog(() => respondError(500, { source: "", title: "Busy" }));
  await screen.findByText("Could not count the recipients. Please try again.");
  expect(send().disabled).toBe(true);
});

test("question offers to propose the broadcast", async () => {
  show(0);
  await userEvent.click(screen.getByRole("button", { name: "Other ways" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Propose…" }));
  expect(await screen.findByText('[{"call":"SendWebUpgrade","parameters":{"app_type":"cms"}}]')).toBeTruthy();
});
