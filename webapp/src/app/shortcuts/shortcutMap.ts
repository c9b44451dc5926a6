import type common from "@/i18n/en/common.json";

export type NavLabel = keyof (typeof common)["nav"]["entries"];

/**
 * Letters that open a screen after `g`, equal in every language so that people can learn them. Other screens are
 * reached by Ctrl+K.
 */
export const shortcutMap: Partial<Record<NavLabel, string>> = {
  today: "t",
  clinics: "c",
  doctors: "d",
  users: "u",
  referrals: "r",
  releaseNotes: "e",
  news: "n",
  weeklyNews: "w",
  newsStats: "s",
  newsTags: "a",
  newsInterests: "i",
  campaigns: "m",
  leads: "l",
  careCities: "y",
  universities: "v",
  promoCodes: "p",
  broadcasts: "b",
  dataGeneration: "f",
  labs: "o",
  pharmacies: "h",
};
