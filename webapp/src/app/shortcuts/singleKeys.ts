import { createSetting } from "@/lib/state/preferences";

/**
 * Setting for single-key shortcuts. People can turn them off because of speech input and accidental keys (WCAG 2.1.4).
 */
export const singleKeys = createSetting("keys", "on");
