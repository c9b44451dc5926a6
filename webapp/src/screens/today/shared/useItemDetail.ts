import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { labelOf } from "@/lib/format/labels";
import { plural } from "@/lib/format/numbers";
import { formatPhone } from "@/lib/format/phone";
import type { Item } from "./today";

/** Return a function for the second fact of an item: news of a change request, a phone number, or its detail. */
export function useItemDetail() {
  const { t } = useTranslation("today");
  return useCallback(
    ({ source, news, detail }: Item) => {
      // The detail of an invitation is a phone number.
      if (source === "invitations") return formatPhone(null, detail);
      if (!news) return detail;
      if (news === "kept") return t("news.kept", plural(Number(detail)));
      const text = labelOf(t("news.kinds", { returnObjects: true }), news) ?? news.replaceAll("_", " ");
      const parts = t("news.parts", { returnObjects: true });
      const changed = detail?.split(",").map((name) => labelOf(parts, name) ?? name);
      const about = news === "revision" ? changed?.join(", ") : detail;
      return about ? `${text}: ${about}` : text;
    },
    [t],
  );
}
