/** First and last name, if known. */
export const displayName = (doctor: { first_name: string | null; last_name: string | null } | null) =>
  [doctor?.first_name, doctor?.last_name].filter(Boolean).join(" ");
