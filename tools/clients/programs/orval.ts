// Uses the functions that orval wrote.
import { checkLeads, exportList, listClinics, readClinic, signIn } from "./generated/careops";

const [phone_number = "", password = ""] = process.argv.slice(3);

async function main() {
  const signedIn = await signIn({ user_signin_form: { phone_number, password } });
  if (signedIn.status !== 200) throw new Error(JSON.stringify(signedIn.data));
  const options = { headers: { Authorization: `Bearer ${signedIn.data.auth_token}` } };

  const clinics = await listClinics({ is_hospital: true, perpage: 5 }, options);
  if (clinics.status !== 200) throw new Error(JSON.stringify(clinics.data));
  const clinic = clinics.data.data.clinics[0];
  if (!clinic) throw new Error("no clinics");

  const file0 = new File(["Naam,phone_number\nHarpreet,9812345670\n"], "leads.csv", { type: "text/csv" });
  const checked = await checkLeads(clinic.id, { file0, columns: { Naam: "first_name" } }, options);
  if (checked.status !== 200) throw new Error(JSON.stringify(checked.data));

  const parameters = { filters: { is_hospital: true }, columns: [{ title: "Clinic", fields: ["name"] }] };
  const exported = await exportList("ListClinics", parameters, options);
  const spreadsheet = await exportList("ListClinics", { ...parameters, format: "xlsx" }, options);
  if (exported.status !== 200 || spreadsheet.status !== 200) throw new Error(JSON.stringify(exported.data));

  const unknown = await readClinic(999_999_999, options);
  console.log(
    JSON.stringify({
      total: clinics.data.total_records,
      first: clinic.name,
      columns: checked.data.data.columns.map((column) => column.meaning),
      csv: await new Response(exported.data).text(),
      xlsx: Buffer.from(await new Response(spreadsheet.data).arrayBuffer()).toString("base64"),
      refusal: unknown.status === 404 ? unknown.data.errors[0]?.source : undefined,
    }),
  );
}

/** Mistakes that the compiler reports. Never called. */
export async function mistakes() {
  // @ts-expect-error: no such parameter
  await listClinics({ serach_text: "x" });
  // @ts-expect-error: an id is a number
  await readClinic("41");
  const clinics = await listClinics();
  // @ts-expect-error: no such field in the answer
  return clinics.status === 200 ? clinics.data.data.clinics[0]?.nmae : undefined;
}

void main();
