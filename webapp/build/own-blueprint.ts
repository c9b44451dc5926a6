import type { Plugin } from "vite";

/** Blueprint's fixed colours, each with our design token. */
const tokens: Record<string, string> = {
  "#2d72d2": "var(--bp-intent-primary-rest)",
  "#215db0": "var(--bp-intent-primary-hover)",
  "#184a90": "var(--bp-intent-primary-active)",
  "#8abbff": "var(--bp-typography-color-primary-rest)",
  "rgba(33, 93, 176, 0.752)": "var(--bp-emphasis-focus-color)",
};
const fixedColour = new RegExp(
  Object.keys(tokens)
    .map((colour) => colour.replace(/[().]/g, "\\$&"))
    .join("|"),
  "g",
);

/** Unused parts of Blueprint, whose rules would be a third of the download. */
const parts = [
  "breadcrumb\\w*",
  "card-list",
  "control-card",
  "editable-text",
  "entity-title",
  "file-input",
  "file-upload-input",
  "hotkey[\\w-]*",
  "html-table",
  "key",
  "key-combo",
  "multistep-dialog",
  "navbar",
  "numeric-input",
  "omnibar",
  "panel-stack\\d?",
  "progress-bar",
  "section",
  "segmented-control",
  "slider",
  "tree",
  "toast",
  "context-menu\\d?",
  "running-text",
  "tab-indicator",
  "tag-input",
  "tabs",
  "tab",
  "alert",
  "drawer-\\w+-legacy",
  "button-group",
  "callout",
  "card",
  "compound-tag",
  "control-group",
  "dialog-(?:multistep|step)\\w*",
  "html-select",
  "non-ideal-state",
  "select",
  "submenu",
  "tooltip\\d?",
];
const unused = new RegExp(`\\.bp6-(${parts.join("|")})(?![a-z0-9])`);

/** The intents of our controls; errors and successes have other forms. */
const unusedIntents = /\.bp6-intent-(success|warning)\b/;

/** Return the first imported component whose rules are removed, by Blueprint's class names. */
export function strippedComponent(code: string): string | undefined {
  const imports = [...code.matchAll(/import\s*\{([^}]*)\}\s*from\s*"@blueprintjs\/core"/g)];
  const names = imports.flatMap(([, list = ""]) => list.split(",")).map((name) => name.trim().split(" ")[0] ?? "");
  const classOf = (name: string) =>
    name
      .replace(/^HTML/, "Html")
      .replace(/([a-z])([A-Z0-9])/g, "$1-$2")
      .toLowerCase();
  return names.find((name) => unused.test(`.bp6-${classOf(name)}`));
}

interface Rule {
  selector: string;
  remove(): void;
}
interface Declaration {
  prop: string;
  value: string;
}

function dropUnused(rule: Rule) {
  const selectors = rule.selector
    .split(/,(?![^(]*\))/)
    .filter((selector) => !unused.test(selector) && !unusedIntents.test(selector) && !isIconFont(selector));
  if (selectors.length === 0) rule.remove();
  else rule.selector = selectors.join(",");
}
const isIconFont = (selector: string) => /\.bp6-icon-[a-z0-9-]+::before$/.test(selector.trim());

function useTokens(line: Declaration) {
  if (!line.prop.startsWith("--")) line.value = line.value.replace(fixedColour, (colour) => tokens[colour] ?? colour);
}

/**
 * Keep the shapes of 16 pixels of an icon, which are drawn at every size: both sets were a sixth of the first screen's
 * code. Undefined if the module has another form.
 */
export function withoutLargeShapes(code: string, id: string): string | undefined {
  const [from, to] = id.includes("/svgIconContainer.")
    ? [/isLarge \? IconSize\.LARGE : IconSize\.STANDARD/, "IconSize.STANDARD"]
    : [/^const PATHS_20 = \[.*\];$/m, "const PATHS_20 = PATHS_16;"];
  return from.test(code) ? code.replace(from, to) : undefined;
}

/**
 * Adapt Blueprint: no icons by name (a table of 600 names), one shape of each icon, no icon font, no unused rules, and
 * design tokens in place of its fixed blues.
 */
export function ownBlueprint(): Plugin {
  const stub = "\0blueprint-icon-loader";
  return {
    name: "own-blueprint",
    enforce: "pre",
    resolveId: (id, importer) =>
      /\/iconLoader(Next)?(\.js)?$/.test(id) && importer?.includes("@blueprintjs/icons") ? stub : null,
    load: (id) =>
      id === stub
        ? "export const Icons = { getPaths() {}, load: async () => {}, setLoaderOptions() {} }; export const IconsNext = Icons;"
        : null,
    transform(code, id) {
      const isIcon =
        /@blueprintjs\/icons\/lib\/esm\/(svgIconContainer|generated\/components\/(?!index)[\w-]+)\.js/.test(id);
      if (isIcon)
        return withoutLargeShapes(code, id) ?? this.error(`${id} has a new form; adapt build/own-blueprint.ts`);
      const stripped = id.includes("/src/") ? strippedComponent(code) : undefined;
      if (stripped) this.error(`${id} uses Blueprint's ${stripped}, whose styles build/own-blueprint.ts leaves out.`);
    },
    config: () => ({
      css: {
        postcss: { plugins: [{ postcssPlugin: "own-blueprint", Rule: dropUnused, Declaration: useTokens }] },
      },
    }),
  };
}
