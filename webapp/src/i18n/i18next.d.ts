// Written by sdk/generate.py from the calls in sdk/careops/calls. Do not edit.
import type alarms from "./en/alarms.json";
import type audit from "./en/audit.json";
import type broadcasts from "./en/broadcasts.json";
import type campaigns from "./en/campaigns.json";
import type careCities from "./en/careCities.json";
import type clinicAdmins from "./en/clinicAdmins.json";
import type clinicDoctors from "./en/clinicDoctors.json";
import type clinics from "./en/clinics.json";
import type commands from "./en/commands.json";
import type common from "./en/common.json";
import type dataGeneration from "./en/dataGeneration.json";
import type devices from "./en/devices.json";
import type doctors from "./en/doctors.json";
import type exports from "./en/exports.json";
import type leads from "./en/leads.json";
import type modules from "./en/modules.json";
import type news from "./en/news.json";
import type newsInsights from "./en/newsInsights.json";
import type palette from "./en/palette.json";
import type partners from "./en/partners.json";
import type payments from "./en/payments.json";
import type promoCodes from "./en/promoCodes.json";
import type referrals from "./en/referrals.json";
import type refusals from "./en/refusals.json";
import type releaseNotes from "./en/releaseNotes.json";
import type reorder from "./en/reorder.json";
import type schedules from "./en/schedules.json";
import type selection from "./en/selection.json";
import type session from "./en/session.json";
import type shortcuts from "./en/shortcuts.json";
import type subscriptions from "./en/subscriptions.json";
import type universities from "./en/universities.json";
import type users from "./en/users.json";
import type views from "./en/views.json";
import type weeklyNews from "./en/weeklyNews.json";

declare module "i18next" {
  interface CustomTypeOptions {
    defaultNS: "common";
    resources: {
      alarms: typeof alarms;
      audit: typeof audit;
      broadcasts: typeof broadcasts;
      campaigns: typeof campaigns;
      careCities: typeof careCities;
      clinicAdmins: typeof clinicAdmins;
      clinicDoctors: typeof clinicDoctors;
      clinics: typeof clinics;
      commands: typeof commands;
      common: typeof common;
      dataGeneration: typeof dataGeneration;
      devices: typeof devices;
      doctors: typeof doctors;
      exports: typeof exports;
      leads: typeof leads;
      modules: typeof modules;
      news: typeof news;
      newsInsights: typeof newsInsights;
      palette: typeof palette;
      partners: typeof partners;
      payments: typeof payments;
      promoCodes: typeof promoCodes;
      referrals: typeof referrals;
      refusals: typeof refusals;
      releaseNotes: typeof releaseNotes;
      reorder: typeof reorder;
      schedules: typeof schedules;
      selection: typeof selection;
      session: typeof session;
      shortcuts: typeof shortcuts;
      subscriptions: typeof subscriptions;
      universities: typeof universities;
      users: typeof users;
      views: typeof views;
      weeklyNews: typeof weeklyNews;
    };
  }
}
