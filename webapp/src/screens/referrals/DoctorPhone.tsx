import { useTranslation } from "react-i18next";
import { countryCode } from "@/api/gen/constants";
import { phoneText } from "@/lib/phone";
import { NumberText } from "@/ui/cells/cells";
import type { ReferredDoctor } from "./referrals";

/** A doctor's number, one click from a call. */
export function DoctorPhone({ doctor }: { doctor: ReferredDoctor | null }) {
  const { t } = useTranslation();
  const number = doctor?.phone_number;
  const code = doctor?.country_code?.replace(/^\+/, "") || countryCode;
  if (!number) return <NumberText value={null} />;
  return (
    <a href={`tel:+${code}${number}`} className="number" aria-label={t("call", { phone: number })}>
      {phoneText(code, number)}
    </a>
  );
}
