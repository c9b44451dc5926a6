import { useTranslation } from "react-i18next";
import { chooseTheme, useTheme } from "./theme";

/** The label names the theme that the button switches to. */
export function ThemeButton() {
  const { t } = useTranslation();
  const other = useTheme() === "dark" ? "light" : "dark";
  return (
    <button
      type="button"
      className="quiet"
      aria-label={t(`theme.${other}`)}
      title={t(`theme.${other}`)}
      onClick={() => chooseTheme(other)}
    >
      <svg width="16" height="16" viewBox="0 0 16 16" fill="currentColor" aria-hidden="true">
        <path d={shapes[other]} />
      </svg>
    </button>
  );
}

const shapes = {
  dark: "M6.2 1.6a6.5 6.5 0 1 0 8.2 8.2A5.5 5.5 0 0 1 6.2 1.6Z",
  light:
    "M8 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM7.3.5h1.4v2.3H7.3zM7.3 13.2h1.4v2.3H7.3zM.5 7.3h2.3v1.4H.5zM13.2 7.3h2.3v1.4h-2.3zM2.2 3.2l1-1 1.6 1.6-1 1zM11.2 12.2l1-1 1.6 1.6-1 1zM2.2 12.8l1.6-1.6 1 1-1.6 1.6zM11.2 3.8l1.6-1.6 1 1-1.6 1.6z",
} as const;
