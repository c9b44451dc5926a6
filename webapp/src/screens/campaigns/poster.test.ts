import { describe, expect, it } from "vitest";
import { withUtm } from "./poster";

describe("tagged", () => {
  const campaign = { id: 12, campaign_name: "Free eye check, November!" };
  it("adds the source", () => {
    expect(withUtm("https://go.example/41", "print", campaign)).toBe(
      "https://go.example/41?utm_source=print&utm_medium=poster&utm_campaign=free-eye-check-november",
    );
  });
  it("keeps parameters of the address and replaces existing tags", () => {
    expect(withUtm("https://go.example/?lang=pb&utm_source=old#top", "google", campaign)).toBe(
      "https://go.example/?lang=pb&utm_source=google&utm_medium=cpc&utm_campaign=free-eye-check-november#top",
    );
  });
  it("keeps letters of every script and falls back to the id", () => {
    const named = (campaign_name: string) =>
      new URL(withUtm("https://go.example/", "whatsapp", { id: 12, campaign_name })).searchParams.get("utm_campaign");
    expect(named("ਮੁਫ਼ਤ ਜਾਂਚ")).toBe("ਮੁਫ਼ਤ-ਜਾਂਚ");
    expect(named("!!!")).toBe("12");
  });
});
