import { expect, test } from "vitest";
import { wrongRowsFile } from "./wrongRows";

test("wrong rows are saved with reasons and without formulas", async () => {
  const looked = {
    columns: [
      { title: "name", meaning: "full_name" as const },
      { title: "phone", meaning: "phone_number" as const },
    ],
    wrong_rows: [
      { row: 3, column: "phone_number", column_number: 2, reason: "too short", cells: ['=HYPERLINK("x")', "98"] },
      { row: 7, column: "campaign_name", column_number: null, reason: "no such campaign", cells: [] },
    ],
  };
  const file = wrongRowsFile(looked, (text) => text.toUpperCase());
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    '"error_row","error_column","error_reason","name","phone"\r\n' +
      `"3","phone_number","TOO SHORT","'=HYPERLINK(""x"")","98"\r\n` +
      '"7","campaign_name","NO SUCH CAMPAIGN"\r\n',
  );
});
