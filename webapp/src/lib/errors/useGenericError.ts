import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** Addresses of part A of the specification, whose generic sentence ends in "the request.". */
const partA = /^\/($|sign-in|clinics($|\/)|clinics-details\/)/;

/** Generic error message of the part of the specification that describes the screen (A-31, B-14). */
export function useGenericError() {
  const { t } = useTranslation();
  return useCallback(() => t(partA.test(window.location.pathname) ? "genericError" : "requestFailed"), [t]);
}
