import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { featureFlags } from "@/api/gen/constants";
import { type Clinic, type Switch, useSpecModules } from "./clinics";

/** Everything that can be switched: the spec modules, then the feature flags. */
export function useSwitches(): Switch[] {
  const { t } = useTranslation("modules");
  const modules = useSpecModules();
  return useMemo(
    () => [
      ...(modules ?? []).map(({ attributes: { id, name } }): Switch => ({ kind: "module", id, name })),
      ...featureFlags.map((flag): Switch => ({ kind: "flag", flag, name: t(`flags.${flag}`) })),
    ],
    [modules, t],
  );
}

/** The names of what is on for a clinic; Care Packages are shown, but switched elsewhere. */
export function useModuleNames(): (clinic: Clinic) => string[] {
  const { t } = useTranslation("modules");
  return useMemo(() => {
    const shown = [...featureFlags, "care_package_enabled"] as const;
    return (clinic) => [
      ...clinic.clinic_spec_modules.map(({ name }) => name),
      ...shown.filter((flag) => clinic[flag]).map((flag) => t(`flags.${flag}`)),
    ];
  }, [t]);
}
