/** Hands a file to the browser, which saves it wherever it saves files. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads it after this: until then the address has to hold.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
