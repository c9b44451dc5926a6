import type { ComponentProps } from "react";
import type { FieldValues } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { maxPictureBytes, pictureEndings } from "@/api/gen/constants";
import { FileField } from "./FileField";

const rule = { endings: pictureEndings, most: maxPictureBytes };
type Props<Values extends FieldValues> = Omit<
  ComponentProps<typeof FileField<Values>>,
  "rule" | "kinds" | "tooLarge" | "wrongKind"
>;

/** Picture field of a form: jpeg, jpg, png or tiff, at most 5 MB. `usePicture` uploads it. */
export function PictureField<Values extends FieldValues>(props: Props<Values>) {
  const { t } = useTranslation("common", { keyPrefix: "picture" });
  return (
    <FileField {...props} rule={rule} kinds="JPEG, PNG, TIFF" tooLarge={t("tooLarge")} wrongKind={t("wrongKind")} />
  );
}
