import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { components } from "@/api/gen/schema";
import { formatMoment } from "@/lib/dates";
import { plural } from "@/lib/numbers";
import css from "./ActivityPeople.module.css";
import { activityCounts, nameOf } from "./activityText";

type PersonActivity = components["schemas"]["PersonActivity"];

interface Props {
  people: readonly PersonActivity[];
  addressOf: (person: PersonActivity) => string;
}

/** One sentence per person, those with the most actions first; those after the third are folded. */
export function ActivityPeople({ people, addressOf }: Props) {
  const { t } = useTranslation("audit");
  const [isOpen, setOpen] = useState(false);
  const folded = isOpen || people.length <= shown ? 0 : people.length - shown;
  return (
    <ul className={css.people} aria-label={t("activity.people")}>
      {people.slice(0, people.length - folded).map((person) => (
        <li key={person.id}>
          <p>
            <Link to={addressOf(person)}>{nameOf(person)}</Link>
            {`: ${activityCounts(person, t)}`}
          </p>
          <time className="soft" dateTime={person.last_at}>
            {formatMoment(person.last_at)}
          </time>
        </li>
      ))}
      {folded > 0 && (
        <li>
          <p>
            <button type="button" onClick={() => setOpen(true)}>
              {t("activity.more", plural(folded))}
            </button>
          </p>
        </li>
      )}
    </ul>
  );
}
const shown = 3;
