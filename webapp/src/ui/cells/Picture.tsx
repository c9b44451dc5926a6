import { useState } from "react";
import css from "./Picture.module.css";

interface Props {
  address: string;
  /**
   * Label of the link to the full picture; `download` is the label of the link to the file if browsers cannot show it.
   */
  open: string;
  download: string;
  /** Name of the downloaded file. */
  fileName?: string | undefined;
  isTiff?: boolean;
}
const endsAsTiff = (address: string) => /\.tiff?$/.test(address.split("?")[0] ?? "");

/** Picture with a link to its full size. Formats that browsers cannot show, such as TIFF, become a download (B-30). */
export function Picture({ address, open, download, fileName, isTiff = endsAsTiff(address) }: Props) {
  const [failed, setFailed] = useState<string | null>(null);
  if (isTiff || failed === address)
    return (
      <a href={address} target="_blank" rel="noreferrer" download={fileName ?? true}>
        {download}
      </a>
    );
  return (
    <a href={address} target="_blank" rel="noreferrer" className={css.picture}>
      <img src={address} alt={open} onError={() => setFailed(address)} />
    </a>
  );
}
