import { useState } from "react";
import css from "./Picture.module.css";

interface Props {
  address: string;
  /** What leads to the whole picture is called, and what to the file where it cannot be shown. */
  open: string;
  download: string;
  /** What a downloaded file is called. */
  fileName?: string | undefined;
  isTiff?: boolean;
}
const endsAsTiff = (address: string) => /\.tiff?$/.test(address.split("?")[0] ?? "");

/** A picture, which leads to the whole of it. What a browser does not draw, a TIFF for one, is offered as a file (B-30). */
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
