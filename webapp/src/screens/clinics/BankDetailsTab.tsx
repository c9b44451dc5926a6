import { useTranslation } from "react-i18next";
import { hasStatus } from "@/api/errors";
import { useRecord } from "@/api/hooks";
import { Detail } from "@/ui/cells/cells";
import { Note } from "@/ui/cells/Note";
import { Message } from "@/ui/feedback/Message";
import { Panel, Panels } from "@/ui/layout/DetailScreen";
import { AccountNumber } from "./AccountNumber";
import { isBankMismatch } from "./banks";
import type { ClinicDetail } from "./clinics";

/** The Bank details tab. The account number is shown as sent: masked except for its end. */
export function BankDetailsTab({ clinic: { id, bank_details: bank } }: { clinic: ClinicDetail }) {
  const { t } = useTranslation("clinics");
  const registry = useBank(bank?.ifsc_code);
  if (!bank) return <Message icon="search" text={t("bank.empty")} />;
  return (
    <Panels>
      <Panel title={t("bank.title")}>
        <dl>
          <Detail name={t("bank.account_no")}>
            {bank.account_no && <AccountNumber clinicId={id} ending={bank.account_no} />}
          </Detail>
          <Detail name={t("bank.account_name")}>{bank.account_name}</Detail>
          <Detail name={t("bank.bank_name")}>{bank.bank_name || registry.name}</Detail>
          <Detail name={t("bank.ifsc_code")}>
            {bank.ifsc_code}
            <IfscNote registry={registry} shown={bank.bank_name || registry.name} />
          </Detail>
        </dl>
      </Panel>
    </Panels>
  );
}

/**
 * Look up the bank of an IFSC code. `unknown`: the code is invalid or not registered; `unlisted`: the bank is known,
 * but not this branch.
 */
function useBank(ifsc: string | null | undefined) {
  const { data, error } = useRecord("/careops/banks/{ifsc}", ifsc ? { path: { ifsc } } : null, (reply) => reply.data);
  return {
    name: data?.data.bank_name,
    unlisted: data?.data.branch_listed === false,
    unknown: hasStatus(error, 404, 422),
  };
}

function IfscNote({ registry, shown }: { registry: ReturnType<typeof useBank>; shown: string | undefined }) {
  const { t } = useTranslation("clinics");
  if (registry.unknown) return <Note warning text={t("bank.unknown")} />;
  if (registry.unlisted) return <Note warning text={t("bank.unlisted", { bank: registry.name })} />;
  // Do not repeat the name shown one line above.
  if (!registry.name || registry.name.toLowerCase() === shown?.toLowerCase()) return null;
  if (shown && isBankMismatch(shown, registry.name))
    return <Note warning text={t("bank.another", { bank: registry.name })} />;
  return <Note text={t("bank.recognised", { bank: registry.name })} />;
}
