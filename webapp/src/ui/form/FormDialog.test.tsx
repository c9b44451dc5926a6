import { act, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, it, vi } from "vitest";
import { ApiError, TimedOut } from "@/api/errors";
import { type Mutation, request, send } from "@/api/mutation";
import { session } from "@/api/session";
import { respond } from "@/test-api";
import { FormToolContext, type FormToolProps } from "../context/formContext";
import { ConfirmDialog } from "../dialog/ConfirmDialog";
import { Toaster } from "../feedback/Toaster";
import { dismissAll, toast } from "../feedback/toast";
import { TextField } from "../fields/fields";
import { FormDialog } from "./FormDialog";
import type { VersionedForm } from "./useConflict";

interface Values {
  name: string;
  city: string;
  hidden?: string;
}
interface Shown {
  /** Sends the values in place of the client. */
  onSubmit: (values: Values) => Promise<void>;
  failures?: "above" | "notified";
  onClose?: () => void;
  versions?: VersionedForm<Values>;
  withoutCommand?: boolean;
  prepare?: (values: Values) => Promise<Values>;
}
const change: Mutation = { verb: "put", path: "/clinics/{id}", options: { path: { id: 41 } } };

/** The second field registers first: focus must follow the order in the document. */
function Form({
  onSubmit,
  failures = "above",
  onClose = () => undefined,
  versions,
  withoutCommand = false,
  prepare,
}: Shown) {
  return (
    <MemoryRouter>
      <Toaster />
      <FormDialog<Values>
        title="Edit"
        submit="Save"
        initial={{ name: "", city: "", hidden: "" }}
        draft={null}
        rules={{ name: { required: true, maxLength: 9 }, city: { required: true } }}
        failures={failures}
        {...(versions && { versions })}
        withoutCommand={withoutCommand}
        {...(prepare && { prepare })}
        call={null}
        toRequest={() => change}
        send={async (_, values) => {
          await onSubmit(values);
          return null;
        }}
        onSent={() => undefined}
        onClose={onClose}
      >
        {(ask) => {
          const city = ask("city");
          return (
            <>
              <TextField label="Name" {...ask("name", { missing: "Name?" })} hint="As on the door" />
              <TextField label="City" {...city} />
            </>
          );
        }}
      </FormDialog>
    </MemoryRouter>
  );
}
const show = (shown: Shown) => render(<Form {...shown} />);
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
async function fillIn() {
  await userEvent.type(field("Name"), "A");
  await userEvent.type(field("City"), "B");
}
const refusal = (...problems: { source: string; title: string; detail?: string }[]) =>
  new ApiError(422, problems, "r1");
const refuses = (error: Error) => vi.fn(() => Promise.reject(error));

afterEach(() => act(dismissAll));

it("focuses the first wrong field in visual order", async () => {
  show({ onSubmit: vi.fn() });
  await press("Save");
  expect(document.activeElement).toBe(field("Name"));
  expect(field("Name").getAttribute("aria-required")).toBe("true");
  expect(screen.getByText("Name?")).toBeTruthy();
  expect(screen.getByText("Please fill in this field")).toBeTruthy();
  expect(screen.getByText("As on the door")).toBeTruthy();
});

it("focuses the first field of a refusal", async () => {
  show({
    onSubmit: refuses(refusal({ source: "form.city", title: "No city" }, { source: "form.name", title: "No name" })),
  });
  await fillIn();
  await press("Save");
  expect(document.activeElement).toBe(field("Name"));
  expect(screen.getByText("No city")).toBeTruthy();
});

it("focuses the message above the form if no field is named", async () => {
  show({ onSubmit: refuses(refusal({ source: "", title: "Recorded", detail: "For Cancer Centre" })) });
  await fillIn();
  await press("Save");
  const above = screen.getByText("Recorded").closest("[role=alert]");
  expect(document.activeElement).toBe(above);
  expect(above?.textContent).toContain("For Cancer Centre");
  expect(above?.textContent).toContain("r1");
});

it("keeps long pasted text and reports its length at once", async () => {
  const onSubmit = vi.fn(() => Promise.resolve());
  show({ onSubmit });
  await fillIn();
  await userEvent.click(field("Name"));
  await userEvent.paste("bcdefghijkl");
  expect(field("Name").value).toBe("Abcdefghijkl");
  expect(screen.getByText("Enter at most 9 characters")).toBeTruthy();
  expect(screen.getByText("12 of 9 characters")).toBeTruthy();
  expect(field("Name").getAttribute("aria-invalid")).toBe("true");
  await press("Save");
  expect(onSubmit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field("Name"));
  await userEvent.type(field("Name"), "{backspace}{backspace}{backspace}");
  expect(screen.queryByText("Enter at most 9 characters")).toBeNull();
  await press("Save");
  expect(onSubmit).toHaveBeenCalledOnce();
});

it("shows the detail of a problem beside its field, and in the notification", async () => {
  const onSubmit = refuses(refusal({ source: "name", title: "Name is taken", detail: "By Cancer Centre" }));
  show({ onSubmit, failures: "notified" });
  await fillIn();
  await press("Save");
  expect(field("Name").getAttribute("aria-describedby")).toBeTruthy();
  expect(screen.getByText("Name is taken. By Cancer Centre")).toBeTruthy();
  const notices = screen.getByRole("region", { name: "Notifications" });
  expect(notices.textContent).toContain("By Cancer Centre");
});

it("reports errors of hidden fields above the form", async () => {
  show({ onSubmit: refuses(refusal({ source: "hidden", title: "Choose fewer" })) });
  await fillIn();
  await press("Save");
  expect(document.activeElement).toBe(screen.getByText("Choose fewer").closest("[role=alert]"));
});

it("clears the message above the form when the input changes", async () => {
  show({ onSubmit: refuses(refusal({ source: "", title: "Recorded" })) });
  await fillIn();
  await press("Save");
  await userEvent.click(field("City"));
  expect(screen.getByText("Recorded")).toBeTruthy();
  await userEvent.type(field("City"), "C");
  expect(screen.queryByText("Recorded")).toBeNull();
  await press("Save");
  expect(document.activeElement).toBe(screen.getByText("Recorded").closest("[role=alert]"));
});

// Proves FAULT-22.form.
it("keeps the focus on its button during sending and sends once", async () => {
  const onSubmit = vi.fn(() => new Promise<void>(() => undefined));
  show({ onSubmit });
  await fillIn();
  await press("Save");
  const save = screen.getByRole("button", { name: "Save" });
  expect(document.activeElement).toBe(save);
  await userEvent.click(save);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

it("clears its notification with the next attempt", async () => {
  const onSubmit = vi.fn<Shown["onSubmit"]>().mockRejectedValueOnce(refusal({ source: "", title: "Taken" }));
  onSubmit.mockResolvedValueOnce();
  show({ onSubmit, failures: "notified" });
  await fillIn();
  await press("Save");
  expect(screen.getByText("Taken")).toBeTruthy();
  await press("Save");
  expect(screen.queryByText("Taken")).toBeNull();
});

it("clears its notification when it is closed", async () => {
  const { rerender } = show({ onSubmit: refuses(refusal({ source: "", title: "Taken" })), failures: "notified" });
  await fillIn();
  await press("Save");
  rerender(<Toaster />);
  expect(screen.queryByText("Taken")).toBeNull();
});

it("reports a timeout", async () => {
  show({ onSubmit: refuses(new TimedOut()) });
  await fillIn();
  await press("Save");
  expect(screen.getByText("The server took too long to respond. Please try again.")).toBeTruthy();
  expect(field("Name").value).toBe("A");
});

it("can be closed while it waits, and its result is reported and closes nothing else", async () => {
  let refuse: (error: Error) => void = () => undefined;
  const onClose = vi.fn();
  const { rerender } = show({
    onClose,
    onSubmit: () =>
      new Promise((_, reject) => {
        refuse = reject;
      }),
  });
  await fillIn();
  await press("Save");
  await press("Cancel");
  expect(
    screen.getByText("The server has not responded yet. If you leave now, your changes may still be saved."),
  ).toBeTruthy();
  await press("Discard");
  expect(onClose).toHaveBeenCalledTimes(1);
  rerender(<Toaster />);
  await act(async () => refuse(refusal({ source: "name", title: "Too long" })));
  expect(screen.getByText("Too long")).toBeTruthy();
});

it("ignores an answer after it was closed", async () => {
  let finish: () => void = () => undefined;
  const onClose = vi.fn();
  const { rerender } = show({
    onClose,
    onSubmit: () =>
      new Promise((resolve) => {
        finish = resolve;
      }),
  });
  await fillIn();
  await press("Save");
  rerender(<Toaster />);
  await act(async () => finish());
  expect(onClose).not.toHaveBeenCalled();
});

it("warns before the tab of a changed form is closed", async () => {
  show({ onSubmit: vi.fn() });
  const leave = () => {
    const event = new Event("beforeunload", { cancelable: true });
    dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(leave()).toBe(false);
  await userEvent.type(field("Name"), "A");
  expect(leave()).toBe(true);
});

it("closes a notification with Escape and restores the focus", async () => {
  render(
    <>
      <h1 tabIndex={-1}>{"Clinics"}</h1>
      <button type="button">{"Activate"}</button>
      <Toaster />
    </>,
  );
  const button = screen.getByRole("button", { name: "Activate" });
  button.focus();
  act(() => void toast.error("Pick one"));
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByText("Pick one")).toBeNull();
  expect(document.activeElement).toBe(button);

  act(() => void toast.error("Pick one"));
  await press("Dismiss");
  expect(document.activeElement).toBe(button);

  button.blur();
  act(() => void toast.error("Pick one"));
  await press("Dismiss");
  expect(document.activeElement).toBe(screen.getByRole("heading"));
});

it("lets the user resolve a conflict and sends the result", async () => {
  const sent: Values[] = [];
  const onSubmit = async (values: Values) => {
    sent.push(values);
    if (sent.length === 1) throw new ApiError(412, [{ source: "name", title: "Name has changed since it was read" }]);
  };
  const onClose = vi.fn();
  const reread = vi.fn(() => Promise.resolve({ name: "Theirs", city: "" }));
  show({ onSubmit, onClose, versions: { fields: { name: "Name", city: "City" }, reread } });
  await fillIn();
  await press("Save");
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: /Yours A/ })).checked).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: /Theirs Theirs/ }));
  await press("Save selected values");
  expect(sent).toMatchObject([
    { name: "A", city: "B" },
    { name: "Theirs", city: "B" },
  ]);
  expect(onClose).toHaveBeenCalledOnce();
});

it("reads a listed record before sending and uses later changes", async () => {
  const sent: Values[] = [];
  const reread = vi.fn(() => Promise.resolve({ name: "", city: "Theirs" }));
  const onSubmit = async (values: Values) => void sent.push(values);
  show({ onSubmit, versions: { fields: { name: "Name", city: "City" }, reread, fromRow: true } });
  await fillIn();
  await press("Save");
  await userEvent.click(await screen.findByRole("radio", { name: /Theirs Theirs/ }));
  expect(sent).toEqual([]);
  await press("Save selected values");
  expect(sent).toEqual([{ name: "A", city: "Theirs" }]);
  await press("Save");
  expect(reread).toHaveBeenCalledOnce();
});

it("resends automatically if both changed different fields", async () => {
  const sent: Values[] = [];
  const onSubmit = async (values: Values) => {
    sent.push(values);
    if (sent.length === 1) throw new ApiError(412);
  };
  show({
    onSubmit,
    versions: { fields: { name: "Name", city: "City" }, reread: async () => ({ name: "", city: "" }) },
  });
  await fillIn();
  await press("Save");
  expect(sent).toHaveLength(2);
  expect(screen.queryByRole("radio")).toBeNull();
});

const asCommand = "Show as command";
const changes: (Mutation | null)[] = [];
function Tell({ wouldSend }: FormToolProps) {
  return (
    <button type="button" onClick={async () => changes.push(await wouldSend())}>
      {asCommand}
    </button>
  );
}

it("previews the request of Save without sending it", async () => {
  changes.length = 0;
  const sent = vi.fn(() => Promise.resolve());
  render(
    <FormToolContext value={Tell}>
      <Form onSubmit={sent} />
    </FormToolContext>,
  );
  await press("Show as command");
  expect(changes).toEqual([null]);
  expect(screen.getByText("Name?")).toBeTruthy();
  await fillIn();
  await press("Show as command");
  expect(changes).toEqual([null, change]);
  expect(sent).not.toHaveBeenCalled();
  await press("Save");
  expect(sent).toHaveBeenCalledTimes(1);
});

it("has no preview for a form of passwords", () => {
  render(
    <FormToolContext value={Tell}>
      <Form onSubmit={vi.fn()} withoutCommand />
    </FormToolContext>,
  );
  expect(screen.queryByRole("button", { name: "Show as command" })).toBeNull();
});

it("previews the request of Yes and stays open", async () => {
  changes.length = 0;
  const onYes = vi.fn();
  render(
    <FormToolContext value={Tell}>
      <ConfirmDialog title="Delete?" intent="danger" toRequest={() => change} onYes={onYes} onNo={vi.fn()}>
        {null}
      </ConfirmDialog>
    </FormToolContext>,
  );
  await press("Show as command");
  expect(changes).toEqual([change]);
  expect(onYes).not.toHaveBeenCalled();
});

it("sends another change during the preview", async () => {
  changes.length = 0;
  let ready: () => void = () => undefined;
  const sent: string[] = [];
  vi.stubGlobal("fetch", async (url: string) => {
    sent.push(url);
    return respond("delete", "/careops/views/{view_id}", { success: true });
  });
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  session.start({ authToken: "a", refreshToken: "r", accountType: "super_admin", user });
  const prepare = (values: Values) => new Promise<Values>((resolve) => (ready = () => resolve(values)));
  render(
    <FormToolContext value={Tell}>
      <Form onSubmit={vi.fn()} prepare={prepare} />
    </FormToolContext>,
  );
  await fillIn();
  await press("Show as command");
  await send(request.delete("/careops/views/{view_id}", { path: { view_id: 3 } }));
  expect(sent).toEqual(["/api/careops/views/3"]);
  expect(changes).toEqual([]);
  ready();
  await waitFor(() => expect(changes).toEqual([change]));
  act(() => session.end("signedOut"));
});

it.each(["Control", "Meta"])("sends with %s+Enter from any field", async (key) => {
  const onSubmit = vi.fn(() => Promise.resolve());
  show({ onSubmit });
  await fillIn();
  field("Name").focus();
  await userEvent.keyboard(`{${key}>}{Enter}{/${key}}`);
  await waitFor(() => expect(onSubmit).toHaveBeenCalledOnce());
});

it("reports a lost network, keeps the input and sends it once", async () => {
  const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  const onSubmit = vi
    .fn<(values: Values) => Promise<void>>()
    .mockRejectedValueOnce(new ApiError(0))
    .mockResolvedValue();
  const onClose = vi.fn();
  show({ onSubmit, onClose });
  await fillIn();
  await press("Save");
  expect(await screen.findByText("You are offline. What you typed is kept.")).toBeTruthy();
  expect([field("Name").value, field("City").value]).toEqual(["A", "B"]);
  expect(onSubmit).toHaveBeenCalledOnce();
  onLine.mockReturnValue(true);
  await press("Save");
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(onSubmit).toHaveBeenCalledTimes(2);
  onLine.mockRestore();
});
