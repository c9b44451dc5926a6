/** Logo of the product; its name stands next to it. */
export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--co-accent-fill)" />
      <path d="M16 7v18M7 16h18" stroke="#fff" strokeWidth="4" strokeLinecap="round" />
    </svg>
  );
}
