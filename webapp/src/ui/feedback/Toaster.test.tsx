import { act, fireEvent, render, screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Toaster } from "./Toaster";
import { dismissAll, toast } from "./toast";

const region = () => screen.getByRole("region", { name: "Notifications" });
beforeEach(() => {
  act(dismissAll);
  render(<Toaster />);
});

it("names the changed record", () => {
  act(() => void toast.success("Details updated", { record: "Aggarwal Clinic" }));
  expect(within(region()).getByRole("status").textContent).toBe("Aggarwal Clinic Details updated");
});

it("shows one notification at a time", () => {
  act(() => void toast.success("Module activated"));
  act(() => void toast.info("It has changed since"));
  expect(region().textContent).toBe("It has changed since");
});

it("shows an error again after the notification that covered it", () => {
  act(() => void toast.error("Cannot be deleted"));
  act(() => void toast.success("Saved"));
  expect(region().textContent).toBe("Saved");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(within(region()).getByRole("alert").textContent).toBe("Cannot be deleted");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(region().textContent).toBe("");
});

it("shows an error once if its title is its text", () => {
  act(() => void toast.error("Please try later.", { title: "Please try later." }));
  expect(within(region()).getByRole("alert").textContent).toBe("Please try later.");
});

it("shows an error that came twice once", () => {
  act(() => void toast.error("Cannot be deleted"));
  act(() => void toast.error("Cannot be deleted"));
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(region().textContent).toBe("");
});
