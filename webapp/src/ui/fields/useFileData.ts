import { useEffect, useState } from "react";

/**
 * A chosen picture as an address that the page may show; null for none, and until it is read. As data: the page may
 * show nothing from elsewhere, and "blob:" counts as elsewhere.
 */
export function useFileData(file: File | null): string | null {
  const [picture, setPicture] = useState<string | null>(null);
  useEffect(() => {
    setPicture(null);
    if (!file?.type.startsWith("image/")) return;
    const reader = new FileReader();
    reader.onload = () => setPicture(String(reader.result));
    reader.readAsDataURL(file);
    return () => reader.abort();
  }, [file]);
  return picture;
}
