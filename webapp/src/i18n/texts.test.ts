import { describe, expect, it } from "vitest";
import table from "./terms.tsv?raw";

/** The texts of every area in each language. */
const of = (files: Record<string, object>) =>
  Object.fromEntries(
    Object.entries(files).map(([file, texts]) => [file.slice("./en/".length, -".json".length), texts]),
  );
const en = of(import.meta.glob<object>("./en/*.json", { eager: true, import: "default" }));
const hi = of(import.meta.glob<object>("./hi/*.json", { eager: true, import: "default" }));
const pb = of(import.meta.glob<object>("./pb/*.json", { eager: true, import: "default" }));

/** Flatten the texts of a file: "nav.groups.news" → "News". */
function flat(value: unknown, path = ""): [string, string][] {
  if (typeof value === "string") return [[path, value]];
  return Object.entries(value as object).flatMap(([key, inner]) => flat(inner, path ? `${path}.${key}` : key));
}
const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** Names and abbreviations that are written alike in every script. */
const everywhere = new Set([
  "Careops",
  "IPD",
  "ABDM",
  "CMS",
  "CME",
  "EMI",
  "UPI",
  "GSTIN",
  "Facebook",
  "Google",
  "WhatsApp",
  "{{module}} · {{clinic}}",
  "{{number}}, {{moment}}",
  "{{name}}, {{moment}}",
]);

describe.each([
  ["hi", hi, /\p{Script=Devanagari}/u, /\p{Script=Gurmukhi}/u],
  ["pb", pb, /\p{Script=Gurmukhi}/u, /\p{Script=Devanagari}/u],
] as const)("the texts in %s", (_, translated, own, others) => {
  it("have the same areas", () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(en).sort());
  });

  it.each(Object.keys(en))("%s: same keys and placeholders in its own script", (area) => {
    const english = new Map(flat(en[area]));
    const theirs = new Map(flat(translated[area]));
    expect([...theirs.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [key, text] of theirs) {
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ""));
      if (!everywhere.has(text)) expect(text, key).toMatch(own);
      // Both scripts share the danda.
      expect(text.replaceAll("।", ""), key).not.toMatch(others);
    }
  });
});

/** Every text by its key, such as "today:bar.back", without placeholders and optional parts. */
const byKey = (texts: Record<string, object>) =>
  new Map(
    Object.entries(texts).flatMap(([area, inner]) =>
      flat(inner).map(([key, text]) => [`${area}:${key}`, text.replace(/\{\{?\w+\}?\}/g, "_").replace(/[[\]]/g, "")]),
    ),
  );
const all = { en: byKey(en), hi: byKey(hi), pb: byKey(pb) };

/** The cells of a column of terms.tsv as words: "(…)" explains, " / " separates, and "*" stands for any ending. */
const words = (cell = "") =>
  cell
    .replace(/\(.*\)/, "")
    .split(" / ")
    .map((word) => word.trim())
    .filter(Boolean);
const terms = table
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [inEn = [], inHi = [], inPb = [], notEn = [], notHi = [], notPb = []] = line.split("\t").map(words);
    return { en: inEn, hi: inHi, pb: inPb, not: { en: notEn, hi: notHi, pb: notPb } };
  });
/** A pattern of these whole words, the longest first: "change request" is one term. */
const patternOf = (alternatives: string[], ending = "") => {
  const longestFirst = alternatives.toSorted((a, b) => b.length - a.length);
  const anyWord = longestFirst.map((word) => word.replaceAll("*", "[\\p{L}\\p{M}]*")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{M}\\w-])(?:${anyWord})${ending}(?![\\p{L}\\p{M}\\w-])`, "giu");
};
const plural = "(?:e?s)?";
/** A word without the verb "do" and without the last vowels, which change with case, number and gender. */
const stem = (word: string) => {
  const verb = word.replace(/ (करें|ਕਰੋ)$/u, "");
  return verb.replace(/(?<=..)[ािीुूृेैोौंँआइईएओਾਿੀੁੂੇੈੋੌਂੰਆਇਈਏਓ]+$/u, "");
};
/** Texts in which a word is not the term. */
const exceptions = new Set([
  "alarms:kinds.trail_gone_back verify", // in a command
  "broadcasts:apps.admin admin", // name of an app
  "devices:apps.admin admin",
]);

describe.each(["hi", "pb"] as const)("the texts in %s", (language) => {
  it("contain the translation of each term in the English text", () => {
    const anyTerm = patternOf(
      terms.flatMap((term) => term.en),
      plural,
    );
    const problems: string[] = [];
    for (const [key, text] of all.en)
      for (const [used] of text.matchAll(anyTerm)) {
        const translation = all[language].get(key)?.toLowerCase() ?? "";
        const meanings = terms.filter((term) => term.en.length && used.replace(patternOf(term.en, plural), "") === "");
        const expected = meanings.flatMap((term) => term[language]).map((word) => (word === "=" ? used : stem(word)));
        if (!expected.some((word) => translation.includes(word.toLowerCase())) && !exceptions.has(`${key} ${used}`))
          problems.push(`${key}: ${used} = ${expected.join(" / ")}`);
      }
    expect(problems).toEqual([]);
  });

  it("use one spelling of each word", () => {
    const spellings = new Map<string, Set<string>>();
    for (const text of all[language].values())
      for (const [word] of text.matchAll(/[\p{L}\p{M}-]+/gu)) {
        const plain = word.replace(/[\u093c\u0a3c]/g, "");
        spellings.set(plain, (spellings.get(plain) ?? new Set()).add(word));
      }
    expect([...spellings.values()].filter((each) => each.size > 1).map((each) => [...each])).toEqual([]);
  });

  it("have each sentence of the English text", () => {
    const sentences = (text = "") =>
      text.split(/[.!?।]+(?:\s|$)/).filter((sentence) => /[\p{L}_]/u.test(sentence)).length;
    const shorter = [...all.en].filter(([key, text]) => sentences(all[language].get(key)) < sentences(text));
    expect(shorter.map(([key]) => key)).toEqual([]);
  });
});

it.each(["en", "hi", "pb"] as const)("%s: texts use no other word for a term", (language) => {
  const wrong = patternOf(terms.flatMap(({ not }) => not[language]));
  const problems = [...all[language]].filter(([, text]) => text.match(wrong));
  expect(problems.map(([key, text]) => `${key}: ${text.match(wrong)}`)).toEqual([]);
});

it("keep the documented English verbatim", () => {
  const textsOf = (area: string) => new Map(flat(en[area]));
  const common = textsOf("common");
  expect(common.get("notFound")).toBe("404 Error - Page not found");
  expect(common.get("genericError")).toBe("There was some error while processing the request.");
  expect(common.get("unauthorized.title")).toBe("Unauthorized!");
  expect(common.get("unauthorized.text")).toBe("Unauthorized access. Signing out...");
  expect(common.get("invalidToken")).toBe("Invalid token provided");
  const session = textsOf("session");
  expect(session.get("missing")).toBe("Phone number and password are required.");
  expect(session.get("phoneMissing")).toBe("Please enter phone number");
  expect(session.get("passwordMissing")).toBe("Please enter the password.");
  expect(session.get("passwordInvalid")).toBe("Password is invalid.");
  expect(session.get("phoneOrPasswordInvalid")).toBe("Phone Number or Password is invalid.");
  expect(session.get("needAdmin")).toBe("You need admin access to sign in");
  const modules = textsOf("modules");
  expect(modules.get("pickFirst")).toBe("Please select a module");
  expect(modules.get("askActivate")).toBe("Are you sure you want to activate this spec module for this clinic?");
  expect(modules.get("activated")).toBe("Spec module activated successfully");
  expect(modules.get("flagActivated")).toBe("{{module}} activated successfully");
  expect(modules.get("failed")).toBe("There was some error while processing your request");
  const clinics = textsOf("clinics");
  expect(clinics.get("addHospital.missing")).toBe("Please add all fields");
  expect(clinics.get("addHospital.created")).toBe("Hospital created successfuly");
  const campaigns = textsOf("campaigns");
  expect(campaigns.get("deactivate")).toBe("Deactivate campaign?");
  expect(campaigns.get("updated")).toBe("Campaign updated successfully");
  expect(campaigns.get("copied")).toBe("Link copied!");
  expect(campaigns.get("platforms.customerMissing")).toBe("Please enter your Google customer Id.");
  const news = textsOf("news");
  const verbatim = {
    "form.dateMissing": "Enter Date",
    "form.typeMissing": "Please select news type",
    "form.pharmaMissing": "Please select pharmacy",
    "form.headingMissing": "enter news heading",
    "form.textMissing": "Add description",
    "form.sourceMissing": "enter source name",
    "form.linkMissing": "enter source url",
    "form.fromMissing": "Please select from date",
    "form.endMissing": "Please select end date",
    "form.added": "News article added successfully.",
    "form.updated": "News article updated successfully.",
    "publish.done": "Selected Article published successfully.",
    "delete.done": "News Article deleted successfully.",
  };
  for (const [key, text] of Object.entries(verbatim)) expect(news.get(key)).toBe(text);
  const ofAccounts: Record<string, Record<string, string>> = {
    common: {
      "newVersion.text": "A new version of the product is available",
      "newVersion.hint": "Refresh to get the latest version",
      "newVersion.later": "Later",
      "newVersion.refresh": "Refresh",
    },
    users: {
      "flags.growth_enabled": "Growth",
      "flags.packages_enabled": "Care Packages",
      "modules.activate": "Activate",
      "modules.deactivate": "Deactivate",
      "modules.activated": "{{module}} activated successfully",
      "sections.details": "User details",
      "sections.accounts": "User accounts",
    },
    subscriptions: { title: "User subscription", "billing.title": "Billing detail" },
    devices: {
      title: "User devices",
      "delete.deleted": "Device deleted successfully",
      "deleteAll.deleted": "Devices deleted successfully",
    },
    promoCodes: {
      "edit.discountMissing": "Discount is required",
      "edit.expiryMissing": "Expire by date is required",
      "edit.nameMissing": "Promo code name required",
      "edit.singleUseMissing": "Single use required",
      "edit.added": "Promo code added successfully.",
      "edit.updated": "Promo code updated successfully.",
      "delete.deleted": "Promo code deleted successfully.",
    },
    broadcasts: {
      failed: "Something went wrong. Plesae try again.",
      "upgrade.sent": "Web Upgrade notification sent successfully",
      "relogin.sent": "Relogin notification sent successfully",
    },
    dataGeneration: {
      "kinds.cms.button": "Populate data for CMS",
      "kinds.growth.button": "Populate data for Growth",
      "form.title": "Generate Data",
      done: "Data successfully generated",
      failed: "Something went wrong try again",
    },
  };
  for (const [area, texts] of Object.entries(ofAccounts))
    for (const [key, text] of Object.entries(texts)) expect(textsOf(area).get(key), `${area} ${key}`).toBe(text);
  const leads = textsOf("leads");
  expect(leads.get("export.done")).toBe("Leads data downloaded successfully.");
  expect(leads.get("upload.clinicFirst")).toBe("Please select a clinic first");
  expect(leads.get("upload.done")).toBe("Leads uploaded successfully");
  expect(leads.get("upload.failed")).toBe("Failed to upload leads");
  expect(leads.get("export.failed")).toBe("Error in downloading leads data.");
  const audit = textsOf("audit");
  expect(audit.get("days.tooMany")).toBe("Date range cannot exceed 90 days");
  expect(audit.get("days.reversed")).toBe("Start date cannot be after end date");
  expect(audit.get("days.future")).toBe("End date cannot be in the future");
  expect(audit.get("days.today")).toBe("Today");
  expect(audit.get("logs.clear")).toBe("Clear All Filters");
  expect(audit.get("summary.failed")).toBe("Failed to fetch audit trail summary");
  expect(audit.get("logs.failed")).toBe("Failed to fetch audit trails");
});
