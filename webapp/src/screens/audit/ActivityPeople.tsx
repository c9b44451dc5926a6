import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/gen/schema";
import { plural } from "@/lib/format/numbers";
import { formatMoment } from "@/lib/time/dates";
import css from "./ActivityPeople.module.css";
import { activityCounts, nameOf, sumActivity } from "./activityText";

type PersonActivity = components["schemas"]["PersonActivity"];

interface Props {
  people: readonly PersonActivity[];
  addressOf: (person: PersonActivity) => string;
}

/** One sentence per person, those with the most actions first, and one for all others, until opened. */
export function ActivityPeople({ people, addressOf }: Props) {
  const { t } = useTranslation("audit");
  const [isOpen, setOpen] = useState(false);
  const folded = isOpen || people.length <= maxLines ? [] : people.slice(maxLines - 1);
  return (
    <ul className={css.people} aria-label={t("activity.people")} data-one={people.length === 1 || undefined}>
      {people.slice(0, people.length - folded.length).map((person) => (
        <li key={person.id}>
          {/* One line per person, so that the list below starts at the same place. The link shows all counts. */}
          <p className="one-line">
            <Link to={addressOf(person)}>{nameOf(person)}</Link>
            {`: ${activityCounts(person, t)}`}
          </p>
          <time className="soft" dateTime={person.last_at}>
            {formatMoment(person.last_at)}
          </time>
        </li>
      ))}
      {folded.length > 0 && (
        <li>
          <p className="one-line">
            <button type="button" className="text-button" onClick={() => setOpen(true)}>
              {t("activity.more", plural(folded.length))}
            </button>
            {`: ${activityCounts(sumActivity(folded), t)}`}
          </p>
        </li>
      )}
    </ul>
  );
}
/** Leaves the first event near the top, and few Tab stops before it. */
const maxLines = 3;
