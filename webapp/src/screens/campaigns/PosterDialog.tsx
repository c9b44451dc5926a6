import { generate } from "lean-qr";
import { toSvgPath, toSvgSource } from "lean-qr/extras/svg";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { copyText } from "@/lib/browser/copyText";
import { saveFile } from "@/lib/files/saveFile";
import { Modal, ModalBody, ModalFoot } from "@/ui/dialog/Modal";
import { toast } from "@/ui/feedback/toast";
import { FilterSelect } from "@/ui/filters/FilterSelect";
import { Tool } from "@/ui/layout/Toolbar";
import css from "./CampaignsScreen.module.css";
import type { Campaign } from "./campaigns";
import { type Place, places, withUtm } from "./poster";

interface Props {
  campaign: Campaign;
  /** Target address of the ads. */
  address: string;
  onClose: () => void;
}
/** Quiet zone of a QR code, in modules. */
const quiet = 4;
/** Pixels per module in the PNG; sharp on a poster. */
const scale = 24;

/** Address of a campaign for one place with UTM tags, as text and as a QR code to print. */
export function PosterDialog({ campaign, address, onClose }: Props) {
  const { t } = useTranslation("campaigns", { keyPrefix: "poster" });
  const { t: texts } = useTranslation("campaigns");
  const [place, setPlace] = useState<Place>("print");
  const link = withUtm(address, place, campaign);
  const code = useMemo(() => generate(link), [link]);
  const size = code.size + 2 * quiet;
  const name = `${campaign.id}-${place}`;
  async function copy() {
    if (await copyText(link)) toast.success(texts("copied"));
    else toast.error(texts("notCopied", { address: link }));
  }
  function saveSvg() {
    const source = toSvgSource(code, { on: "#000", off: "#fff", pad: quiet, xmlDeclaration: true });
    saveFile(`${name}.svg`, new Blob([source], { type: "image/svg+xml" }));
  }
  function savePng() {
    const small = document.createElement("canvas");
    code.toCanvas(small, { on: [0, 0, 0], off: [255, 255, 255], pad: quiet });
    const large = document.createElement("canvas");
    large.width = large.height = small.width * scale;
    const pen = large.getContext("2d");
    if (!pen) return;
    pen.imageSmoothingEnabled = false;
    pen.drawImage(small, 0, 0, large.width, large.height);
    large.toBlob((image) => image && saveFile(`${name}.png`, image), "image/png");
  }
  return (
    <Modal title={t("title")} width={520} onClose={onClose}>
      <ModalBody>
        <p className="soft">{campaign.campaign_name}</p>
        <FilterSelect
          label={t("place")}
          value={place}
          options={places.map((value) => ({ value, label: t(`places.${value}`) }))}
          onChange={(chosen) => setPlace(chosen as Place)}
        />
        <p className={css.tagged}>{link}</p>
        <svg
          className={css.code}
          viewBox={`${-quiet} ${-quiet} ${size} ${size}`}
          role="img"
          aria-label={t("code", { place: t(`places.${place}`) })}
        >
          <rect x={-quiet} y={-quiet} width={size} height={size} fill="#fff" />
          <path d={toSvgPath(code)} fill="#000" />
        </svg>
      </ModalBody>
      <ModalFoot>
        <Tool icon="download" text={t("svg")} onClick={saveSvg} />
        <Tool icon="download" text={t("png")} onClick={savePng} />
        <Tool main icon="copy" text={t("copy")} onClick={() => void copy()} />
      </ModalFoot>
    </Modal>
  );
}
