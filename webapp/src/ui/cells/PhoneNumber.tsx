import { useTranslation } from "react-i18next";
import { countryCode } from "@/api/gen/constants";
import { formatPhone } from "@/lib/format/phone";
import { NumberText } from "./cells";

interface Props {
  number: string | null | undefined;
  code?: string | null | undefined;
  /** Make it a call link. */
  call?: boolean;
}

/** A phone number in the format of every screen. For plain text use `phoneText`. */
export function PhoneNumber({ number, code, call = false }: Props) {
  const { t } = useTranslation();
  const phone = formatPhone(code, number);
  if (!call || !phone) return <NumberText value={phone} />;
  const ownCode = code?.replace(/^\+/, "") || countryCode;
  return (
    <a href={`tel:+${ownCode}${number}`} className="number" aria-label={t("call", { phone })}>
      {phone}
    </a>
  );
}
