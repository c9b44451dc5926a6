import { useEffect, useState } from "react";

/**
 * Return a chosen picture as a data URL; null without a picture and until it is read. The content security policy
 * forbids "blob:" URLs.
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
