import { changeNames } from "./gen/changeNames";
import type { components } from "./gen/schema";
import type { Mutation } from "./mutation";

export type ProposedChange = components["schemas"]["ProposedChange"];

/**
 * Return the changes of a request as parts of a change request: its calls by name, with the parameters of path, query
 * and body. A batch has one for each of its targets.
 */
export function proposedChanges({ verb, path, options }: Mutation): ProposedChange[] {
  const body = JSON.parse(JSON.stringify(options.body ?? {})) as Record<string, unknown>;
  if (path === "/careops/changes") {
    const { change, targets } = body as { change: string; targets: { parameters: Record<string, unknown> }[] };
    return targets.map(({ parameters }) => ({ call: change, parameters }));
  }
  const named = changeNames[`${verb} ${path}`];
  if (!named) return [];
  const inside = (named.inside ? body[named.inside] : body) as object;
  const own = Object.entries(inside).filter(([name]) => !named.again.includes(name));
  const query = Object.entries(options.query ?? {}).filter(([, value]) => value !== undefined && value !== "");
  const parameters = Object.fromEntries([...Object.entries(options.path ?? {}), ...query, ...own]);
  return [{ call: named.name, parameters }];
}
