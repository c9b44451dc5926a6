// Characters that file names must not contain: path separators, control characters and bidirectional marks.
// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes control characters
const unsafe = /[\u0000-\u001f\u007f/\\\u202a-\u202e\u2066-\u2069]/g;

/** Return the file name of a content-disposition header, reduced to a safe plain name. */
export function fileNameIn(header: string, fallback = "download"): string {
  const extended = /filename\*\s*=\s*utf-8''([^;\s]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header);
  const sentName = (extended && decoded(extended)) ?? plain?.[1] ?? plain?.[2] ?? "";
  const name = sentName
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
