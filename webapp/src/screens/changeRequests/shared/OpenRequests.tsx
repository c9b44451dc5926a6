import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLiveRefresh } from "@/api/useLiveRefresh";
import { paths } from "@/app/paths";
import { plural } from "@/lib/format/numbers";
import type { ShownRecord } from "@/ui/context/recordContext";
import { useOpenRequests } from "./changeRequests";
import css from "./OpenRequests.module.css";

/** Links that fit on a line; the list has the others. */
const mostLinks = 3;

/** Banner on the page of a record that open change requests would change. Renders nothing if there are none. */
export function OpenRequests({ record: { kind, id } }: { record: ShownRecord }) {
  const { t } = useTranslation("changeRequests", { keyPrefix: "banner" });
  const record = `${kind}:${id}`;
  const { rows = [], total, reload } = useOpenRequests(record, mostLinks);
  useLiveRefresh("change_requests", reload);
  if (rows.length === 0) return null;
  return (
    <section aria-label={t("title")} className={css.banner}>
      <p>{t(kind, plural(total))}</p>
      <ul>
        {rows.map((request) => (
          <li key={request.id}>
            <Link to={paths.changeRequest({ requestId: request.id })}>{request.title}</Link>
          </li>
        ))}
        {total > rows.length && (
          <li>
            <Link to={paths.changeRequests({ status: "open", record })}>{t("all")}</Link>
          </li>
        )}
      </ul>
    </section>
  );
}
