import { expect, it } from "vitest";
import { strippedComponent, withoutLargeShapes } from "./own-blueprint";

it.each([
  [`import { Button, HTMLTable } from "@blueprintjs/core";`, "HTMLTable"],
  [`import {\n  type TagInputProps,\n  TagInput,\n  Tag,\n} from "@blueprintjs/core";`, "TagInput"],
  [`import { ProgressBar } from "@blueprintjs/core";`, "ProgressBar"],
  [`import { Button, Checkbox, Classes, FormGroup, InputGroup, Tag, TextArea } from "@blueprintjs/core";`, undefined],
  [`import { HTMLSelect } from "@blueprintjs/core";`, "HTMLSelect"],
  [`import { Tabs } from "./Tabs";`, undefined],
])("module %j omits the styles of %s", (code, name) => expect(strippedComponent(code)).toBe(name));

it("icon keeps one of its two shapes and a module of another form is reported", () => {
  const icon = `const PATHS_16 = ["M1"];\nconst PATHS_20 = ["M2"];\nexport default 1;`;
  expect(withoutLargeShapes(icon, "generated/components/user.js")).toBe(
    `const PATHS_16 = ["M1"];\nconst PATHS_20 = PATHS_16;\nexport default 1;`,
  );
  expect(withoutLargeShapes("export const User = 1;", "generated/components/user.js")).toBeUndefined();
});
