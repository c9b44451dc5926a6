/** Save a file through the browser's download. */
export function saveFile(name: string, content: Blob) {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // The browser reads the file later, so the address must stay valid for a while.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
