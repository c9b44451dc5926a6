import { type ComponentProps, use, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Session } from "@/api/session";
import { signOut } from "@/api/signOut";
import { languages } from "@/i18n/languages";
import { useGuardedNavigate } from "@/lib/hooks/useLinkGuard";
import { useTightBar } from "@/lib/hooks/usePhoneWidth";
import { useContextActions } from "@/lib/state/contextActions";
import { RecentsContext } from "@/screens/recents/shared/recents";
import { ChangePassword } from "@/screens/session/lazyDialogs";
import { Icon } from "@/ui/icons/Icon";
import { IconButton } from "@/ui/icons/IconButton";
import { LanguageSelect } from "@/ui/input/LanguageSelect";
import { useChooseLanguage } from "@/ui/input/useChooseLanguage";
import { lazyPart } from "@/ui/lazy/lazyPart";
import { ActionMenu } from "@/ui/menu/ActionMenu";
import { EnvironmentBadge } from "./EnvironmentBadge";
import { Logo } from "./Logo";
import { PersonalItemsButton, usePersonalItemsMenu } from "./PersonalItemsButton";
import { paths } from "./paths";
import { ThemeButton } from "./ThemeButton";
import css from "./TopBar.module.css";
import { chooseTheme, useTheme } from "./theme";
import { WhatsNewButton } from "./WhatsNewButton";

const SnippetDialog = lazyPart(() => import("./snippets/SnippetDialog"), ["commands"], "SnippetDialog", "dialog");
const RequestLog = lazyPart(() => import("./snippets/RequestLog"), ["commands"], "RequestLog", "dialog");

const MySessions = lazyPart(() => import("@/screens/session/shared/MySessions"), ["sessions"], "MySessions", "dialog");

const shortcut = "Ctrl K";

interface Props {
  session: Session;
  drawer: boolean;
  onDrawer: () => void;
  onSearch: () => void;
  onKeys: () => void;
}

export function TopBar({ session, drawer, onDrawer, onSearch, onKeys }: Props) {
  const { t } = useTranslation();
  const recents = use(RecentsContext);
  const [changing, setChanging] = useState(false);
  const [openDialog, setOpenDialog] = useState<"snippets" | "requestLog" | "sessions" | null>(null);
  const closeDialog = () => setOpenDialog(null);
  const navigate = useGuardedNavigate();
  const tight = useTightBar();
  const tastesMenu = useTastesMenu();
  useContextActions(
    [
      { text: t("changePassword"), run: () => setChanging(true) },
      { text: t("sessions"), run: () => setOpenDialog("sessions") },
      { text: t("shortcuts.open"), run: onKeys },
      ...tastesMenu.flatMap(({ text, spoken = text, onSelect }) => (onSelect ? [{ text: spoken, run: onSelect }] : [])),
      { text: t("signOut"), run: signOut },
    ].map((action) => ({ ...action, everywhere: true })),
  );
  const personalItemsMenu = usePersonalItemsMenu(navigate);
  // Written into the page by the server; empty if it has no built documentation.
  const documentation = document.querySelector<HTMLMetaElement>('meta[name="documentation"]')?.content;
  return (
    <header className={css.bar}>
      <div className={css.narrow}>
        <IconButton icon="menu" label={t("nav.open")} expanded={drawer} onClick={onDrawer} />
      </div>
      <Link to={paths.home()} className={css.logo} aria-label={t("home")}>
        <Logo />
        <span>{t("brand")}</span>
      </Link>
      <EnvironmentBadge />
      <div className={css.tools}>
        <button type="button" className={css.search} aria-keyshortcuts="Control+K" onClick={onSearch}>
          <Icon name="search" />
          <span>{t("searchAll")}</span>
          <span className={css.keys} aria-hidden="true">
            {shortcut}
          </span>
        </button>
        {!tight && <PersonalItemsButton />}
        <WhatsNewButton />
        {!tight && (
          <>
            <LanguageSelect />
            <ThemeButton />
          </>
        )}
        <ActionMenu
          label={t("account")}
          icon="account"
          iconOnly
          header={
            <>
              <p className={css.name}>{session.user.name}</p>
              <p className="soft">{t(`accountTypes.${session.accountType}`)}</p>
            </>
          }
          items={[
            ...(tight ? [...personalItemsMenu, ...tastesMenu] : []),
            { key: "password", text: t("changePassword"), icon: "password", onSelect: () => setChanging(true) },
            { key: "sessions", text: t("sessions"), icon: "users", onSelect: () => setOpenDialog("sessions") },
            { key: "keys", text: t("shortcuts.open"), icon: "keys", onSelect: onKeys },
            ...(documentation
              ? [
                  {
                    key: "documentation",
                    text: t("documentation"),
                    icon: "releaseNotes" as const,
                    href: documentation,
                  },
                  {
                    key: "apiReference",
                    text: t("apiReference"),
                    icon: "apiReference" as const,
                    href: `${documentation}calls.html`,
                  },
                ]
              : []),
            { key: "snippets", text: t("asCommand"), icon: "command", onSelect: () => setOpenDialog("snippets") },
            {
              key: "requestLog",
              text: t("whatHappened"),
              icon: "history",
              onSelect: () => setOpenDialog("requestLog"),
            },
            ...(session.accountType === "super_admin"
              ? [
                  {
                    key: "apiKeys",
                    text: t("nav.entries.keys"),
                    icon: "apiKeys" as const,
                    onSelect: () => navigate(paths.keys()),
                  },
                ]
              : []),
            {
              key: "recents",
              text: t(recents.on ? "recents.stop" : "recents.start"),
              icon: "pin",
              onSelect: () => recents.choose(!recents.on),
            },
            { key: "signOut", text: t("signOut"), icon: "signOut", onSelect: signOut },
          ]}
        />
        {openDialog === "snippets" && <SnippetDialog onClose={closeDialog} />}
        {openDialog === "requestLog" && <RequestLog onClose={closeDialog} />}
        {openDialog === "sessions" && <MySessions onClose={closeDialog} />}
        {changing && <ChangePassword onChanged={() => setChanging(false)} onClose={() => setChanging(false)} />}
      </div>
    </header>
  );
}

const englishNames = new Intl.DisplayNames("en", { type: "language" });

/** Language and theme as items of the account menu, for windows whose top bar has no room for them. */
function useTastesMenu(): (ComponentProps<typeof ActionMenu>["items"][number] & { spoken?: string })[] {
  const { t, i18n } = useTranslation();
  const choose = useChooseLanguage();
  const theme = useTheme() === "dark" ? "light" : "dark";
  return [
    ...languages
      .filter(({ code }) => code !== i18n.language)
      .map(({ code, tag, name }) => ({
        key: code,
        text: name,
        // With its English name, by which people look for it in Ctrl+K.
        spoken: `${t("language")}: ${name} (${englishNames.of(tag.slice(0, 2))})`,
        lang: tag,
        onSelect: () => void choose(code),
      })),
    { key: "theme", text: t(`theme.${theme}`), onSelect: () => chooseTheme(theme) },
  ];
}
