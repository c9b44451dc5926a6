// Uses the types that openapi-typescript wrote, with openapi-fetch.
import createClient from "openapi-fetch";
import type { paths } from "./generated/schema";

const [address = "", phone_number = "", password = ""] = process.argv.slice(2);

async function main() {
  const client = createClient<paths>({ baseUrl: address });
  const signedIn = await client.POST("/auth/sign_in", { body: { user_signin_form: { phone_number, password } } });
  if (!signedIn.data) throw new Error(JSON.stringify(signedIn.error));
  client.use({
    onRequest({ request }) {
      request.headers.set("Authorization", `Bearer ${signedIn.data.auth_token}`);
    },
  });

  const clinics = await client.GET("/admin/clinics", { params: { query: { is_hospital: true, perpage: 5 } } });
  const clinic = clinics.data?.data.clinics[0];
  if (!clinics.data || !clinic) throw new Error(JSON.stringify(clinics.error));

  const checked = await client.POST("/careops/clinics/{clinic_id}/lead_uploads/check", {
    params: { path: { clinic_id: clinic.id } },
    body: { file0: "", columns: { Naam: "first_name" } },
    bodySerializer(body) {
      const form = new FormData();
      form.set("file0", new File(["Naam,phone_number\nHarpreet,9812345670\n"], "leads.csv", { type: "text/csv" }));
      form.set("columns", JSON.stringify(body.columns));
      return form;
    },
  });
  if (!checked.data) throw new Error(JSON.stringify(checked.error));

  const exported = await client.POST("/careops/lists/{list_name}/export", {
    params: { path: { list_name: "ListClinics" } },
    body: { filters: { is_hospital: true }, columns: [{ title: "Clinic", fields: ["name"] }], format: "csv" },
    parseAs: "text",
  });
  const spreadsheet = await client.POST("/careops/lists/{list_name}/export", {
    params: { path: { list_name: "ListClinics" } },
    body: { filters: { is_hospital: true }, columns: [{ title: "Clinic", fields: ["name"] }], format: "xlsx" },
    parseAs: "arrayBuffer",
  });
  if (exported.data === undefined || !spreadsheet.data) throw new Error(JSON.stringify(exported.error));

  const unknown = await client.GET("/admin/clinics/{id}", { params: { path: { id: 999_999_999 } } });
  console.log(
    JSON.stringify({
      total: clinics.data.total_records,
      first: clinic.name,
      columns: checked.data.data.columns.map((column) => column.meaning),
      csv: exported.data,
      xlsx: Buffer.from(spreadsheet.data).toString("base64"),
      refusal: unknown.error?.errors[0]?.source,
    }),
  );
}

/** Mistakes that the compiler reports. Never called. */
export async function mistakes() {
  const client = createClient<paths>();
  // @ts-expect-error: no such parameter
  await client.GET("/admin/clinics", { params: { query: { serach_text: "x" } } });
  // @ts-expect-error: an id is a number
  await client.GET("/admin/clinics/{id}", { params: { path: { id: "41" } } });
  const { data } = await client.GET("/admin/clinics");
  // @ts-expect-error: no such field in the answer
  return data?.data.clinics[0]?.nmae;
}

void main();
