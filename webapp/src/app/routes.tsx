import {
  CellTowerIcon,
  ChartIcon,
  ExchangeIcon,
  FeedIcon,
  FlashIcon,
  GitPullIcon,
  HeartIcon,
  LearningIcon,
  LightbulbIcon,
  MapMarkerIcon,
  PeopleIcon,
  PercentageIcon,
  PlayIcon,
  TagIcon,
  TimelineEventsIcon,
} from "@blueprintjs/icons";
import { matchPath, Navigate } from "react-router";
import type { Access } from "@/api/session";
import { parseRouteId } from "@/lib/format/routeIds";
import { type LazyPart, lazyPart } from "@/ui/lazy/lazyPart";
import { clinicTabs, doctorTabs, partnerTabs, paths } from "./paths";
import type { Screen } from "./routeConfig";
import { clinicContents, doctorContents, Timeline } from "./tabs";

const authenticated = () => import("./authenticated");
const audit = () => import("@/screens/audit/screens");
const allPayments = () => import("@/screens/payments/AllPaymentsScreen");
const releaseNotes = () => import("@/screens/releaseNotes/ReleaseNotesScreen");
const universities = () => import("@/screens/universities/UniversitiesScreen");
const careCities = () => import("@/screens/careCities/CareCitiesScreen");
const news = () => import("@/screens/news/NewsScreen");
const weeklyNews = () => import("@/screens/weeklyNews/WeeklyNewsScreen");
const newsInsights = () => import("@/screens/newsInsights/screens");
const doctors = () => import("@/screens/doctors/screens");
const promoCodes = () => import("@/screens/promoCodes/PromoCodesScreen");
const campaigns = () => import("@/screens/campaigns/CampaignsScreen");
const referrals = () => import("@/screens/referrals/screens");
const leads = () => import("@/screens/leads/screens");
const partners = () => import("@/screens/partners/screens");
const broadcasts = () => import("@/screens/broadcasts/BroadcastsScreen");
const dataGeneration = () => import("@/screens/dataGeneration/DataGenerationScreen");
const changeRequests = () => import("@/screens/changeRequests/screens");
const changePolicies = () => import("@/screens/changeRequests/PoliciesScreen");
const followUps = () => import("@/screens/followUps/FollowUpsScreen");
const mentions = () => import("@/screens/notes/MentionsScreen");
const keys = () => import("@/screens/keys/screens");
const today = () => import("@/screens/today/TodayScreen");
const users = () => import("@/screens/users/screens");

/** The frame around every screen. */
export const Shell = lazyPart(authenticated, [], "Shell");

const doctorScreen = lazyPart(doctors, ["doctors"], ({ DoctorScreen }) => () => (
  <DoctorScreen contents={doctorContents} />
));

const weeklyDialog = lazyPart(
  () => import("@/screens/weeklyNews/shared/WeeklyDialog"),
  ["weeklyNews", "reorder"],
  "WeeklyDialog",
  "dialog",
);

/** Redirect for an old address (B-7). */
const redirectTo = (path: string): LazyPart<object> =>
  Object.assign(() => <Navigate to={path} replace />, { texts: [], fetch: async () => undefined });

/** All screens after the sign-in. Screens must be listed here to exist. */
export const screens: readonly Screen[] = [
  {
    path: paths.today(),
    access: "staff",
    screen: lazyPart(today, ["today", "followUps"], "TodayScreen"),
    nav: { label: "today", icon: FlashIcon },
  },
  {
    path: paths.clinics(),
    access: "staff",
    screen: lazyPart(authenticated, ["clinics", "modules", "selection"], "ClinicsScreen"),
    readAhead: async () => (await authenticated()).readClinicsAhead(),
    nav: { label: "clinics", icon: "clinics" },
  },
  {
    path: "/clinics-details/:clinicId/:tab",
    access: "staff",
    screen: lazyPart(authenticated, ["clinics"], ({ ClinicScreen }) => () => (
      <ClinicScreen contents={clinicContents} />
    )),
    readAhead: async ({ clinicId }) => (await authenticated()).readClinicAhead(parseRouteId(clinicId)),
    under: paths.clinics(),
    tabs: [...clinicTabs, "timeline"],
    contents: clinicContents,
  },
  {
    path: paths.doctors(),
    access: "staff",
    screen: lazyPart(doctors, ["doctors"], "DoctorsScreen"),
    readAhead: async () => (await doctors()).readDoctorsAhead(),
    nav: { label: "doctors", icon: "doctors" },
  },
  {
    path: "/doctor-details/education/:doctorId/:clinicId/:clinicDoctorId",
    access: "staff",
    screen: lazyPart(doctors, ["doctors"], ({ DoctorScreen }) => () => (
      <DoctorScreen education contents={doctorContents} />
    )),
    under: paths.doctors(),
  },
  ...["", "/:clinicId", "/:clinicId/:clinicDoctorId"].map(
    (at): Screen => ({
      path: `/doctor-details/:doctorId/:tab${at}`,
      access: "staff",
      screen: doctorScreen,
      readAhead: async ({ doctorId }) => (await doctors()).readDoctorAhead(parseRouteId(doctorId)),
      under: paths.doctors(),
      tabs: doctorTabs.filter((tab) => tab !== "clinic-doctor" || at.includes("clinicDoctorId")),
      contents: doctorContents,
    }),
  ),
  {
    path: "/settings/users/doctors",
    access: "staff",
    screen: redirectTo(paths.doctors()),
    under: paths.doctors(),
  },
  {
    path: paths.users(),
    access: "billing",
    screen: lazyPart(users, ["users"], "UsersScreen"),
    readAhead: async () => (await users()).readUsersAhead(),
    nav: { label: "users", icon: "users" },
  },
  {
    path: "/billing-plans",
    access: "billing",
    screen: redirectTo(paths.users()),
    under: paths.users(),
  },
  {
    path: "/users-details/:userId",
    access: "billing",
    screen: lazyPart(users, ["users", "devices", "subscriptions", "sessions"], ({ UserScreen }) => () => (
      <UserScreen timeline={Timeline} />
    )),
    readAhead: async ({ userId }) => (await users()).readUserAhead(parseRouteId(userId)),
    under: paths.users(),
    parts: [Timeline],
  },
  {
    path: paths.broadcasts(),
    access: "super",
    screen: lazyPart(broadcasts, ["broadcasts"], "BroadcastsScreen"),
    nav: { label: "broadcasts", icon: CellTowerIcon },
  },
  {
    path: paths.followUps(),
    access: "staff",
    screen: lazyPart(followUps, ["followUps", "notes", "selection", "today"], "FollowUpsScreen"),
    nav: { label: "followUps", icon: "followUps", group: "today" },
    under: paths.today(),
  },
  {
    path: paths.mentions(),
    access: "staff",
    screen: lazyPart(mentions, ["notes", "today"], "MentionsScreen"),
    nav: { label: "mentions", icon: "notes", group: "today" },
    under: paths.today(),
  },
  {
    path: paths.referrals(),
    access: "staff",
    screen: lazyPart(referrals, ["referrals"], "ReferralsScreen"),
    nav: { label: "referrals", icon: ExchangeIcon },
  },
  {
    path: "/book-appointment/:referralId",
    access: "staff",
    screen: lazyPart(referrals, ["referrals"], "BookingScreen"),
    under: paths.referrals(),
  },
  {
    path: paths.payments(),
    access: "staff",
    screen: lazyPart(allPayments, ["payments", "campaigns", "notes"], "AllPaymentsScreen"),
    nav: { label: "payments", icon: "payments" },
  },
  {
    path: paths.releaseNotes(),
    access: "billing",
    screen: lazyPart(releaseNotes, ["releaseNotes"], "ReleaseNotesScreen"),
    nav: { label: "releaseNotes", icon: "releaseNotes" },
  },
  {
    path: paths.news(),
    access: "staff",
    screen: lazyPart(news, ["news", "selection"], ({ NewsScreen }) => () => <NewsScreen Weekly={weeklyDialog} />),
    nav: { label: "news", icon: FeedIcon, group: "news" },
    starts: { area: "news", text: "form.add" },
  },
  {
    path: paths.weeklyNews(),
    access: "staff",
    screen: lazyPart(weeklyNews, ["weeklyNews", "reorder"], "WeeklyNewsScreen"),
    nav: { label: "weeklyNews", icon: "calendar", group: "news" },
    starts: { area: "weeklyNews", text: "addArticles" },
  },
  {
    path: paths.newsStats(),
    access: "staff",
    screen: lazyPart(newsInsights, ["newsInsights", "news"], "StatsScreen"),
    nav: { label: "newsStats", icon: ChartIcon, group: "news" },
  },
  {
    path: paths.newsTags(),
    access: "staff",
    screen: lazyPart(newsInsights, ["newsInsights"], "TagsScreen"),
    nav: { label: "newsTags", icon: TagIcon, group: "news" },
  },
  {
    path: paths.newsInterests(),
    access: "staff",
    screen: lazyPart(newsInsights, ["newsInsights"], "InterestsScreen"),
    nav: { label: "newsInterests", icon: HeartIcon, group: "news" },
  },
  {
    path: paths.campaigns(),
    access: "staff",
    screen: lazyPart(campaigns, ["campaigns"], "CampaignsScreen"),
    nav: { label: "campaigns", icon: LightbulbIcon, group: "campaigns" },
  },
  {
    path: paths.leads(),
    access: "staff",
    screen: lazyPart(leads, ["leads", "campaigns"], "LeadsScreen"),
    nav: { label: "leads", icon: PeopleIcon, group: "campaigns" },
    starts: { area: "leads", text: "upload.action" },
  },
  {
    path: paths.leadUploads(),
    access: "staff",
    screen: lazyPart(leads, ["leads", "campaigns"], "UploadsScreen"),
    under: paths.leads(),
  },
  {
    path: paths.labs(),
    access: "staff",
    screen: lazyPart(partners, ["partners"], "LabsScreen"),
    nav: { label: "labs", icon: "labs", group: "misc" },
  },
  {
    path: "/lab-details/:labId/:tab",
    access: "staff",
    screen: lazyPart(partners, ["partners"], ({ LabScreen }) => () => <LabScreen timeline={Timeline} />),
    under: paths.labs(),
    tabs: partnerTabs,
    contents: { timeline: Timeline },
  },
  {
    path: paths.pharmacies(),
    access: "staff",
    screen: lazyPart(partners, ["partners"], "PharmaciesScreen"),
    nav: { label: "pharmacies", icon: "pharmacies", group: "misc" },
  },
  {
    path: "/pharmacy-details/:pharmacyId/:tab",
    access: "staff",
    screen: lazyPart(partners, ["partners"], ({ PharmacyScreen }) => () => <PharmacyScreen timeline={Timeline} />),
    under: paths.pharmacies(),
    tabs: partnerTabs,
    contents: { timeline: Timeline },
  },
  {
    path: paths.dataGeneration(),
    access: "super",
    screen: lazyPart(dataGeneration, ["dataGeneration"], "DataGenerationScreen"),
    nav: { label: "dataGeneration", icon: PlayIcon, group: "misc" },
  },
  {
    path: paths.promoCodes(),
    access: "billing",
    screen: lazyPart(promoCodes, ["promoCodes"], "PromoCodesScreen"),
    nav: { label: "promoCodes", icon: PercentageIcon, group: "misc" },
    starts: { area: "promoCodes", text: "edit.add" },
  },
  {
    path: paths.careCities(),
    access: "staff",
    screen: lazyPart(careCities, ["careCities", "reorder"], "CareCitiesScreen"),
    nav: { label: "careCities", icon: MapMarkerIcon, group: "misc" },
    starts: { area: "careCities", text: "form.add" },
  },
  {
    path: paths.universities(),
    access: "staff",
    screen: lazyPart(universities, ["universities"], "UniversitiesScreen"),
    nav: { label: "universities", icon: LearningIcon, group: "misc" },
    starts: { area: "universities", text: "form.add" },
  },
  {
    path: paths.changeRequests(),
    access: "staff",
    screen: lazyPart(changeRequests, ["changeRequests", "audit"], "ChangeRequestsScreen"),
    nav: { label: "changeRequests", icon: GitPullIcon, group: "changes" },
  },
  {
    path: paths.activity(),
    access: "staff",
    screen: lazyPart(audit, ["audit", "campaigns", "modules"], "ActivityScreen"),
    nav: { label: "activity", icon: TimelineEventsIcon, group: "changes" },
  },
  {
    // Before the address of a request, which would match it too.
    path: paths.changePolicies(),
    access: "staff",
    screen: lazyPart(changePolicies, ["changeRequests"], "PoliciesScreen"),
    under: paths.changeRequests(),
  },
  {
    path: "/change-requests/:requestId",
    access: "staff",
    screen: lazyPart(changeRequests, ["changeRequests", "audit"], "ChangeRequestScreen"),
    under: paths.changeRequests(),
  },
  {
    path: paths.keys(),
    access: "super",
    screen: lazyPart(keys, ["keys"], "KeysScreen"),
    nav: { label: "keys", icon: "apiKeys", group: "account" },
  },
  {
    path: "/key-log",
    access: "super",
    screen: lazyPart(keys, ["keys"], "KeyLogScreen"),
    under: paths.keys(),
  },
  {
    path: "/key-errors",
    access: "super",
    screen: lazyPart(keys, ["keys"], "KeyErrorsScreen"),
    under: paths.keys(),
  },
];

/**
 * Fetch the frame, the screen at an address and its tab together. Rendered before they have arrived, they would suspend
 * one after the other, and React shows each only 300 ms after the one before. A failed fetch is repeated on rendering.
 */
export async function fetchScreen(pathname: string) {
  const { screen, params } = screenAt(pathname) ?? {};
  for (const component of screen?.parts ?? []) component.fetch().catch(() => undefined);
  const content = screen?.contents?.[params?.tab ?? ""];
  await Promise.all([Shell.fetch(), screen?.screen.fetch(), content?.fetch()]).catch(() => undefined);
}

/** Request the data of the screen at an address, if it may be opened. A failed request is repeated on rendering. */
export function readScreenAhead(pathname: string, mayOpen: (access: Access) => boolean) {
  const { screen, params } = screenAt(pathname) ?? {};
  if (screen && params && mayOpen(screen.access)) screen.readAhead?.(params).catch(() => undefined);
}

/** The screen at an address, with the parameters of its path. */
function screenAt(pathname: string) {
  for (const screen of screens) {
    const match = matchPath({ path: screen.path, caseSensitive: true }, pathname);
    if (match) return { screen, params: match.params };
  }
  return null;
}
