import { readFileSync } from "node:fs";
import { act, render } from "@testing-library/react";
import { createElement } from "react";
import { MemoryRouter, Route, Routes } from "react-router";
import { beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type ActiveQuery, activeQueries } from "@/api/activeQueries";
import { urlOf } from "@/api/request";
import { SwrProvider } from "@/api/SwrProvider";
import { session } from "@/api/session";
import { syncClock } from "@/api/token";
import { respondError } from "@/test-api";
import type * as DataTableModule from "@/ui/table/DataTable";
import { screens } from "../routes";
import { clinicContents, doctorContents } from "../tabs";
import { renderCli, renderCurl, renderPython } from "./render";

/** Placeholder ids and days: server/tests/test_screens_as_commands.py replaces them with those of the demo data. */
const ids: Record<string, number> = {
  clinicId: 910001,
  clinicDoctorId: 910002,
  doctorId: 910003,
  userId: 910004,
  referralId: 910005,
  labId: 910006,
  pharmacyId: 910007,
  requestId: 910009,
};
const articleId = 910008;
const clock = "2001-02-03T06:30:00Z";
/** Lists with filters. */
const narrowed = [
  "/clinics?search=dr.+o%27brien+%24HOME&is_hospital=true",
  "/clinics?state=Punjab&module=ipd_enabled&bank_details=false&page=2",
  "/clinics-details/910001/payments?payment_type=appointment",
  "/clinics-details/910001/list-audit-trail?hours=9,10&event_status=SUCCESS&event_keys=patient.view,bill.create",
  "/payments?search=PAY_L0nS+sccovt6zyp&status=failed,pending&start_date=2001-01-05",
  "/activity?person=910004&start_date=2001-01-05&end_date=2001-01-05&hours=9,10",
  "/doctors?search=kaur&status=verified",
  "/users?search=singh&active=true",
  "/referrals?search=sharma&waiting=yes",
  "/news-feed?search=health&published=yes",
  "/analytics?order=-tag_name&page=2",
  "/saved_articles?type=CME",
  "/ad-campaigns?ended=yes&perpage=50",
  "/campaign-leads?search=kumar&start=2001-01-05",
  "/labs?search=lab&state=Punjab",
  "/universities?search=university&perpage=20",
  "/change-requests?status=open&call=ActivateSpecModule&record=clinic%3A910001",
];

interface Contract {
  paths: Record<string, { get?: { responses: { 200: { content?: Record<string, { example?: unknown }> } } } }>;
}
const contract: Contract = JSON.parse(readFileSync("server/careops_server/openapi.json", "utf-8"));
const answers = Object.entries(contract.paths).map(([path, { get }]) => ({
  address: new RegExp(`^/api${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  example: JSON.stringify(get?.responses[200].content?.["application/json"]?.example ?? null),
}));
/** Return the example answer of a long list, with the id of the requested record. */
function answerTo(url: string): Response {
  const path = url.split("?")[0] ?? "";
  const example = answers.find(({ address }) => address.test(path))?.example ?? "null";
  if (example === "null") return respondError(404);
  const own = /\/(91\d{4})(?!.*\/91\d{4})/.exec(path)?.[1];
  let answer = example
    .replace(/"total_(records|pages)":\d+/g, '"total_$1":99')
    .replace(/"doctor":\{"id":\d+/g, `"doctor":{"id":${ids.doctorId}`);
  if (own) answer = answer.replace(/"id":\d+/, `"id":${own}`);
  if (path.endsWith("/news_articles/list")) answer = answer.replace(/"id":12\b/g, `"id":${articleId}`);
  return new Response(answer, { headers: { "Content-Type": "application/json" } });
}

let requests: string[];
beforeEach(() => {
  syncClock(new Date(clock).toUTCString());
  const user = { id: 1, name: "H", phone_number: "9000000001", email: null, user_accounts: [] };
  const authToken = `e30.${btoa(JSON.stringify({ exp: 4_000_000_000 })).replaceAll("=", "")}.x`;
  session.start({ authToken, refreshToken: "r", accountType: "super_admin", user });
  vi.stubGlobal("fetch", async (url: string) => {
    requests.push(url);
    return answerTo(url);
  });
  return () => syncClock(new Date().toUTCString());
});

const addresses = [
  ...screens.flatMap(({ path, tabs = [""] }) =>
    tabs.map((tab) => path.replace(":tab", tab).replace(/:(\w+)/g, (_, name: string) => String(ids[name]))),
  ),
  ...narrowed,
];

const urlAt = ({ path, options }: ActiveQuery) => urlOf(path, options.path, options.query);

/** Return the calls that a screen reads when it is fully loaded. */
async function readingsAt(address: string) {
  requests = [];
  tables = {};
  render(
    <MemoryRouter initialEntries={[address]}>
      <SwrProvider>
        <Routes>
          {screens.map(({ path, screen: Screen }) => (
            <Route key={path} path={path} element={<Screen />} />
          ))}
        </Routes>
      </SwrProvider>
    </MemoryRouter>,
  );
  // Wait until no request is open and none follows, because an answer can start another request.
  for (let quiet = 0, before = -1; quiet < 3; before = requests.length) {
    await act(() => new Promise((resolve) => setTimeout(resolve)));
    const isComplete = activeQueries.all().every((reading) => requests.includes(urlAt(reading)));
    const isBusy = !isComplete || document.querySelector("[aria-busy=true]");
    quiet = requests.length === before && !isBusy ? quiet + 1 : 0;
  }
  return activeQueries.all();
}

/** Keys of the columns of each table on a screen. */
let tables: Record<string, string[]>;
vi.mock("@/ui/table/DataTable", async (original) => {
  const { DataTable, ...others } = await original<typeof DataTableModule>();
  const Recorded = (props: DataTableModule.TableProps<unknown>) => {
    tables[props.caption] = props.columns.filter(({ actions }) => !actions).map(({ fields }) => fields.join(" "));
    return createElement(DataTable<unknown>, props);
  };
  return { ...others, DataTable: Recorded };
});

const parts = [
  ...screens.map(({ screen }) => screen),
  ...Object.values(clinicContents),
  ...Object.values(doctorContents),
];
beforeAll(() => Promise.all(parts.map(({ fetch }) => fetch())));

const written: object[] = [];
const columnKeys: Record<string, typeof tables> = {};
it.each(addresses)("%s requests the reads of its commands", async (address) => {
  const readings = await readingsAt(address);
  const urls = readings.map(urlAt);
  expect(urls).not.toEqual([]);
  expect(requests).toEqual(expect.arrayContaining(urls));
  if (Object.keys(tables).length > 0 && !address.includes("?")) columnKeys[address] = tables;
  written.push({
    address,
    asked: urls,
    terminal: renderCli(readings).split("\n"),
    python: renderPython(readings).split("\n"),
    curl: renderCurl(readings, "https://console.example").split("\n"),
  });
});

// server/tests/test_screens_as_commands.py runs each line. `vitest -u` rewrites the file.
it("matches the snapshot of every screen and tab", async () => {
  await expect(`${JSON.stringify(written, null, 2)}\n`).toMatchFileSnapshot("screens.cases.json");
});

// Saved views and column choices name columns by these keys: a changed key loses them, and exports write these fields.
it("has unique keys of columns in each table", async () => {
  await expect(`${JSON.stringify(columnKeys, null, 2)}\n`).toMatchFileSnapshot("columns.cases.json");
  for (const [caption, fields] of Object.values(columnKeys).flatMap((screenTables) => Object.entries(screenTables))) {
    const keys = fields.map((names) => names.split(" ")[0]);
    expect([...new Set(keys)], caption).toEqual(keys);
  }
});
