import type { SVGIconProps } from "@blueprintjs/icons";

/** QR code icon, which Blueprint lacks: three corner marks and a few dots. */
export function QrCodeIcon({ size = 16 }: SVGIconProps) {
  return (
    <span className="bp6-icon" aria-hidden>
      <svg width={size} height={size} viewBox="0 0 16 16" fill="currentColor" role="presentation">
        <path
          fillRule="evenodd"
          d="M1 1h6v6H1zm1.5 1.5v3h3v-3zM9 1h6v6H9zm1.5 1.5v3h3v-3zM1 9h6v6H1zm1.5 1.5v3h3v-3z"
        />
        <path d="M9 9h2v2H9zm4 0h2v2h-2zm-2 2h2v2h-2zm-2 2h2v2H9zm4 0h2v2h-2z" />
      </svg>
    </span>
  );
}
