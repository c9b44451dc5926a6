/** Uses the npm package of the types; `nox -s release` compiles it. */
import type { CallName, paths, Schema } from "careops-types";

type List = paths["/admin/clinics"]["get"];
type Answer = List["responses"][200]["content"]["application/json"];
type Query = NonNullable<List["parameters"]["query"]>;

const call: CallName = "ListClinics";
const query: Query = { search_text: "ludhiana", is_hospital: true, page: 1 };

/** Names and cities of the clinics on a page. */
export function describe(answer: Answer): string[] {
  return answer.data.clinics.map((clinic) => `${clinic.name}, ${clinic.location?.city ?? ""}`);
}

/** The codes of all problems of a refused request. */
export function codes(problems: Schema<"Problem">[]): string[] {
  return problems.map((problem) => problem.code ?? problem.title);
}

// @ts-expect-error A misspelt filter is an error.
const misspelt: Query = { serach_text: "ludhiana" };
// @ts-expect-error An unknown call is an error.
const unknown: CallName = "ListHouses";

export const used = [call, query, misspelt, unknown];
