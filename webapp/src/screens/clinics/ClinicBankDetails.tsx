import { useTranslation } from "react-i18next";
import { Detail } from "@/ui/cells/cells";
import { Panel, Panels } from "@/ui/DetailScreen";
import { Message } from "@/ui/Message";
import type { ClinicDetail } from "./clinics";

const fields = ["account_no", "account_name", "bank_name", "ifsc_code"] as const;

/** The Bank details tab. The account number is shown as it was sent: all but its end is hidden. */
export function ClinicBankDetails({ clinic: { bank_details: bank } }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinicTabs");
  if (!bank) return <Message icon="search" text={t("bank.empty")} />;
  return (
    <Panels>
      <Panel title={t("bank.title")}>
        <dl>
          {fields.map((field) => (
            <Detail key={field} name={t(`bank.${field}`)}>
              {bank[field]}
            </Detail>
          ))}
        </dl>
      </Panel>
    </Panels>
  );
}
