import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { hasStatus, isNotOffered } from "@/api/errors";
import { paths } from "@/app/paths";
import { formatNumber } from "@/lib/format/numbers";
import { parseRouteId } from "@/lib/format/routeIds";
import { Detail } from "@/ui/cells/cells";
import { PhoneNumber } from "@/ui/cells/PhoneNumber";
import { Message } from "@/ui/feedback/Message";
import { DetailScreen, Panel, Panels } from "@/ui/layout/DetailScreen";
import { ErrorScreen } from "@/ui/layout/ErrorScreen";
import { Page } from "@/ui/layout/Page";
import { Notes } from "./NotesDialog";
import css from "./ReferralsScreen.module.css";
import { type ReferredDoctor, useReferral } from "./referrals";

/**
 * Target of "Add to queue" without a booking application: the details to book, and a note that booking happens
 * elsewhere.
 */
export function BookingScreen() {
  const { t } = useTranslation("referrals");
  const id = parseRouteId(useParams().referralId);
  const { data, error, failure } = useReferral(id);
  const title = t("booking.title");
  if (id === null || (hasStatus(error, 404) && !isNotOffered(error)))
    return (
      <Page title={title}>
        <Message icon="search" text={t("booking.unknown")}>
          <Link to={paths.referrals()}>{t("booking.all")}</Link>
        </Message>
      </Page>
    );
  const parent = { text: t("title"), to: paths.referrals() };
  if (failure) return <ErrorScreen title={title} parent={parent} {...failure} />;
  const referral = data?.data.referral;
  if (!referral) return <Page title={title}>{null}</Page>;
  return (
    <DetailScreen title={title} name={referral.unique_id} parent={parent}>
      <p className={css.elsewhere}>{t("booking.elsewhere")}</p>
      <Panels>
        <Panel title={t("columns.by")}>
          <Doctor doctor={referral.referred_by_doctor} />
        </Panel>
        <Panel title={t("columns.to")}>
          <Doctor doctor={referral.referred_to_doctor} />
        </Panel>
        <Panel title={t("columns.appointments")}>
          <p className="number">{formatNumber(referral.appointment_count)}</p>
        </Panel>
        <Panel title={t("notes.heading")}>
          <Notes referral={referral} />
        </Panel>
      </Panels>
    </DetailScreen>
  );
}

function Doctor({ doctor }: { doctor: ReferredDoctor | null }) {
  const { t } = useTranslation("referrals");
  return (
    <dl>
      <Detail name={t("doctor.name")}>{doctor?.name}</Detail>
      <Detail name={t("doctor.speciality")}>{doctor?.speciality}</Detail>
      <Detail name={t("doctor.phone")}>
        <PhoneNumber code={doctor?.country_code} number={doctor?.phone_number} call />
      </Detail>
    </dl>
  );
}
