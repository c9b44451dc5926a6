// Uses the classes that openapi-generator wrote.
import {
  ClinicsApi,
  Configuration,
  ExportListRequestFormatEnum,
  ExportsApi,
  LeadsApi,
  ResponseError,
  SessionApi,
} from "./generated";

const [basePath = "", phoneNumber = "", password = ""] = process.argv.slice(2);

async function main() {
  const signedIn = await new SessionApi(new Configuration({ basePath })).signIn({
    signInRequest: { userSigninForm: { phoneNumber, password } },
  });
  const configuration = new Configuration({ basePath, accessToken: signedIn.authToken });

  const clinics = await new ClinicsApi(configuration).listClinics({ isHospital: true, perpage: 5 });
  const clinic = clinics.data.clinics[0];
  if (!clinic) throw new Error("no clinics");

  const file0 = new File(["Naam,phone_number\nHarpreet,9812345670\n"], "leads.csv", { type: "text/csv" });
  const checked = await new LeadsApi(configuration).checkLeads({
    clinicId: clinic.id,
    file0,
    columns: { Naam: "first_name" },
  });

  const parameters = { filters: { is_hospital: true }, columns: [{ title: "Clinic", fields: ["name"] }] };
  const exports = new ExportsApi(configuration);
  const exported = await exports.exportList({ listName: "ListClinics", exportListRequest: parameters });
  const spreadsheet = await exports.exportList({
    listName: "ListClinics",
    exportListRequest: { ...parameters, format: ExportListRequestFormatEnum.Xlsx },
  });

  console.log(
    JSON.stringify({
      total: clinics.totalRecords,
      first: clinic.name,
      columns: checked.data.columns.map((column) => column.meaning),
      csv: await exported.text(),
      xlsx: Buffer.from(await spreadsheet.arrayBuffer()).toString("base64"),
      refusal: await refusal(() => new ClinicsApi(configuration).readClinic({ id: 999_999_999 })),
    }),
  );
}

async function refusal(call: () => Promise<unknown>) {
  try {
    await call();
  } catch (error) {
    if (error instanceof ResponseError) return (await error.response.json()).errors[0].source;
    throw error;
  }
  return undefined;
}

/** Mistakes that the compiler reports. Never called. */
export async function mistakes() {
  // @ts-expect-error: no such parameter
  await new ClinicsApi().listClinics({ serachText: "x" });
  // @ts-expect-error: an id is a number
  await new ClinicsApi().readClinic({ id: "41" });
  const clinics = await new ClinicsApi().listClinics();
  // @ts-expect-error: no such field in the answer
  return clinics.data.clinics[0]?.nmae;
}

void main();
