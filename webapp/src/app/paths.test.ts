import { matchPath } from "react-router";
import { expect, it } from "vitest";
import { paths } from "./paths";
import { screens } from "./routes";

const built = {
  home: paths.home(),
  clinics: paths.clinics(),
  clinic: paths.clinic({ clinicId: 41 }),
  clinicTab: paths.clinic({ clinicId: 41, tab: "basic-details" }),
};

it("builds these addresses", () => {
  expect(built).toMatchInlineSnapshot(`
    {
      "clinic": "/clinics-details/41/basic-details",
      "clinicTab": "/clinics-details/41/basic-details",
      "clinics": "/clinics",
      "home": "/",
    }
  `);
});

it("leads to a screen with every one of them", () => {
  for (const path of Object.values(built))
    expect(path === "/" || screens.some((screen) => matchPath(screen.path, path)), path).toBe(true);
});
