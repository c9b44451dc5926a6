// What no file name holds: separators of folders, controls, what turns the reading direction.
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what is taken out
const unsafe = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/g;

/** The file's name in a content-disposition header, made a plain one whatever it says. */
export function fileNameIn(header: string, fallback = "download"): string {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header);
  const given = (extended && decoded(extended)) ?? plain?.[1] ?? plain?.[2] ?? "";
  const name = given
    .replaceAll("\\", "/")
    .split("/")
    .at(-1)
    ?.replace(unsafe, "_")
    .replace(/^[.\s]+|[.\s]+$/g, "");
  return name || fallback;
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
