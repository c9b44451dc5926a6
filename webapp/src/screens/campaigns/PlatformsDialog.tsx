import { useTranslation } from "react-i18next";
import { updateAdCampaignRules } from "@/api/gen/rules";
import { toast } from "@/ui/feedback/toast";
import { FieldGroup } from "@/ui/fields/FieldGroup";
import { TextField } from "@/ui/fields/fields";
import { FormDialog } from "@/ui/form/FormDialog";
import { useRecordVersion } from "@/ui/form/useRecordVersion";
import {
  type Campaign,
  changeCampaignRequest,
  type PlatformValues,
  readCampaign,
  stripDashes,
  toFormValues,
  toPlatforms,
} from "./campaigns";

const { platform_campaign_id, platform_customer_id } = updateAdCampaignRules.social_platforms;
const campaignId = { maxLength: platform_campaign_id.maxLength };
const rules = { facebook: campaignId, google: campaignId, customer: platform_customer_id };

interface Props {
  campaign: Campaign;
  onSaved: () => Promise<unknown>;
  onClose: () => void;
}

/** Platforms of a campaign: its id on each platform, and the Google customer (B 5). */
export function PlatformsDialog({ campaign, onSaved, onClose }: Props) {
  const { t } = useTranslation("campaigns", { keyPrefix: "platforms" });
  const { t: texts } = useTranslation("campaigns");
  const { t: common } = useTranslation();
  const { newest, versions } = useRecordVersion<Campaign, PlatformValues>(campaign, {
    read: readCampaign,
    valuesOf: toFormValues,
    fields: {
      facebook: `${t("names.facebook")}: ${t("campaignId")}`,
      google: `${t("names.google")}: ${t("campaignId")}`,
      customer: `${t("names.google")}: ${t("customerId")}`,
    },
  });
  function toRequest(values: PlatformValues) {
    const before = newest.current ?? campaign;
    const platforms = toPlatforms(values, before);
    return platforms && changeCampaignRequest(before, { social_platforms: platforms });
  }
  return (
    <FormDialog
      title={t("title")}
      submit={common("save")}
      initial={toFormValues(campaign)}
      draft={`campaignPlatforms.${campaign.id}`}
      rules={rules}
      call="UpdateAdCampaign"
      versions={versions}
      toRequest={toRequest}
      onSent={(answer) => {
        if (!answer) return;
        toast.success(texts("updated"), { record: campaign.campaign_name });
        return onSaved();
      }}
      onClose={onClose}
    >
      {(ask, form) => (
        <>
          <p className="soft">{campaign.campaign_name}</p>
          <FieldGroup title={t("names.facebook")}>
            <TextField label={t("campaignId")} autoComplete="off" {...ask("facebook")} hint={t("emptyHint")} />
          </FieldGroup>
          <FieldGroup title={t("names.google")}>
            <TextField
              label={t("campaignId")}
              autoComplete="off"
              {...ask("google", {
                // A customer requires a campaign id.
                also: (id) => (id.trim() || !form.getValues("customer").trim() ? true : t("campaignMissing")),
              })}
            />
            <TextField
              label={t("customerId")}
              autoComplete="off"
              {...ask("customer", {
                also: (id) => (stripDashes(id) || !form.getValues("google").trim() ? true : t("customerMissing")),
              })}
              hint={t("customerHint")}
            />
          </FieldGroup>
        </>
      )}
    </FormDialog>
  );
}
