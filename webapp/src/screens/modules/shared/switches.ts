import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { BatchChange } from "@/api/batchChange";
import { api } from "@/api/client";
import { featureFlags } from "@/api/gen/constants";
import type { components } from "@/api/gen/schema";
import { useCatalogue } from "@/api/hooks";
import { aboutFields, type ChangeTrail } from "@/api/lastChange";
import { request, send } from "@/api/mutation";

/** The fields of a clinic that concern modules. */
export type Clinic = Pick<
  components["schemas"]["Clinic"],
  "id" | "name" | "clinic_spec_modules" | FeatureFlag | "care_package_enabled"
>;
type FeatureFlag = (typeof featureFlags)[number];

/** A switch of a clinic: a spec module by id, or a feature flag by name. */
export type Switch = { kind: "module"; id: number; name: string } | { kind: "flag"; flag: FeatureFlag; name: string };

export const keyOf = (option: Switch) => (option.kind === "flag" ? option.flag : String(option.id));

export const isFlag = (value: string): value is FeatureFlag => featureFlags.some((flag) => flag === value);

/** Name of a spec module in the user's language; an unknown module keeps the platform's name. */
function useModuleName(): (name: string) => string {
  const { t } = useTranslation("modules");
  return useCallback((name) => t(`names.${name as "Billing"}`, { defaultValue: name }), [t]);
}

/** All switches: the spec modules, then the feature flags. `failure` if the modules did not load. */
export function useSwitches() {
  const { t } = useTranslation("modules");
  const nameOf = useModuleName();
  const { data, error, failure } = useCatalogue("/spec_modules", {}, ({ data }) => Array.isArray(data));
  const switches = useMemo(
    () => [
      ...(data?.data ?? []).map(({ attributes: { id, name } }): Switch => ({ kind: "module", id, name: nameOf(name) })),
      ...featureFlags.map((flag): Switch => ({ kind: "flag", flag, name: t(`flags.${flag}`) })),
    ],
    [data, t, nameOf],
  );
  return { switches, loading: !data && !error, failure };
}

/** Names of everything that is on for a clinic. Care Packages is shown here, but switched elsewhere. */
export function useModuleNames(): (clinic: Clinic) => string[] {
  const { t } = useTranslation("modules");
  const nameOf = useModuleName();
  return useMemo(() => {
    const shown = [...featureFlags, "care_package_enabled"] as const;
    return (clinic) => [
      ...clinic.clinic_spec_modules.map(({ name }) => nameOf(name)),
      ...shown.filter((flag) => clinic[flag]).map((flag) => t(`flags.${flag}`)),
    ];
  }, [t, nameOf]);
}

export function isOn(clinic: Clinic, toggle: Switch): boolean {
  if (toggle.kind === "flag") return clinic[toggle.flag];
  return clinic.clinic_spec_modules.some((active) => active.spec_module_id === toggle.id);
}

/** The clinic as it is after a switch. */
export function withToggled<Row extends Clinic>(clinic: Row, toggle: Switch, on: boolean): Row {
  if (toggle.kind === "flag") return { ...clinic, [toggle.flag]: on };
  const { id, name } = toggle;
  const others = clinic.clinic_spec_modules.filter((active) => active.spec_module_id !== id);
  return { ...clinic, clinic_spec_modules: on ? [...others, { spec_module_id: id, name }] : others };
}

/** The switch of clinics in one request, each with its own outcome. */
export function toggleBatch(toggle: Switch, on: boolean): BatchChange<Clinic> {
  if (toggle.kind === "flag")
    return { change: "UpdateClinicSettings", parameters: ({ id }) => ({ clinic_id: id, [toggle.flag]: on }) };
  return {
    change: on ? "ActivateSpecModule" : "DeactivateSpecModule",
    parameters: ({ id }) => ({ clinic_id: id, module_id: toggle.id }),
  };
}

/** Where the audit log has the switches of a module or flag of a clinic. */
export const switchTrail = (clinic: Clinic, toggle: Switch): ChangeTrail => ({
  record: `clinic:${clinic.id}`,
  isAbout:
    toggle.kind === "flag"
      ? aboutFields(toggle.flag)
      : ({ parameters }) => Number((parameters as { module_id?: number } | null)?.module_id) === toggle.id,
});

/** Undo a switch with another switch; false if its state has changed since. */
export async function undoToggleSwitch(clinic: Clinic, toggle: Switch, on: boolean): Promise<boolean> {
  const { clinic: now } = await api.get("/admin/clinics/{id}", { path: { id: clinic.id } });
  if (isOn(now, toggle) !== on) return false;
  await send(toggleSwitchRequest(clinic, toggle, !on));
  return true;
}

export function toggleSwitchRequest(clinic: Clinic, toggle: Switch, on: boolean) {
  if (toggle.kind === "flag")
    return request.post("/clinics/{clinic_id}/clinic_settings", {
      path: { clinic_id: clinic.id },
      body: { settings: { [toggle.flag]: on } },
    });
  const path = { clinic_id: clinic.id, module_id: toggle.id };
  return on
    ? request.post("/clinics/{clinic_id}/spec_modules/{module_id}/activate", { path })
    : request.post("/clinics/{clinic_id}/spec_modules/{module_id}/deactivate", { path });
}
