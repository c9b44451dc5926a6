import { expect, it } from "vitest";
import { strippedComponent } from "./own-blueprint";

it.each([
  [`import { Button, HTMLTable } from "@blueprintjs/core";`, "HTMLTable"],
  [`import {\n  type TagInputProps,\n  TagInput,\n  Tag,\n} from "@blueprintjs/core";`, "TagInput"],
  [`import { ProgressBar } from "@blueprintjs/core";`, "ProgressBar"],
  [`import { Button, Checkbox, Classes, FormGroup, InputGroup, Tag, TextArea } from "@blueprintjs/core";`, undefined],
  [`import { Tabs } from "./Tabs";`, undefined],
])("of %j the styles that are left out belong to %s", (code, name) => expect(strippedComponent(code)).toBe(name));
