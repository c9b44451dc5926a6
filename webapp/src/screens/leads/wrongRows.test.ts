import { expect, test } from "vitest";
import { wrongRowsFile } from "./wrongRows";

const place = (row: number, column: string, number: number | null) => ({ row, column, column_number: number });
const because = (reason: string) => ({ reason, code: null, parameters: null });

test("wrong rows are saved with reasons and without formulas", async () => {
  const looked = {
    columns: [
      { title: "name", meaning: "full_name" as const },
      { title: "phone", meaning: "phone_number" as const },
    ],
    wrong_rows: [
      { ...place(3, "phone_number", 2), ...because("too short"), cells: ['=HYPERLINK("x")', "98"] },
      { ...place(7, "campaign_name", null), ...because("no such campaign"), cells: [] },
    ],
  };
  const file = wrongRowsFile(looked, ({ title }) => title.toUpperCase());
  const bytes = new Uint8Array(await file.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  expect(new TextDecoder().decode(bytes)).toBe(
    '"error_row","error_column","error_reason","name","phone"\r\n' +
      `"3","phone_number","TOO SHORT","'=HYPERLINK(""x"")","98"\r\n` +
      '"7","campaign_name","NO SUCH CAMPAIGN"\r\n',
  );
});
