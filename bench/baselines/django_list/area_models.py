"""Tables of the other areas as Django models."""
# mypy: ignore-errors

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models

from bench.baselines.django_list.models import Clinic


class Doctor(models.Model):
    """A doctor."""

    id = models.BigIntegerField(primary_key=True)
    first_name = models.TextField()
    last_name = models.TextField(null=True)
    phone_number = models.TextField()
    speciality = models.TextField(null=True)
    reg_nbr = models.TextField(null=True)
    status = models.TextField()
    verified = models.BooleanField()

    class Meta:
        managed = False
        db_table = "doctors"


class User(models.Model):
    """A user with a phone number."""

    id = models.BigIntegerField(primary_key=True)
    name = models.TextField()
    phone_number = models.TextField()
    verified_at = models.DateTimeField(null=True)
    email = models.TextField(null=True)
    user_status = models.TextField()
    platform = models.TextField(null=True)
    packages_enabled = models.BooleanField()
    growth_enabled = models.BooleanField()

    class Meta:
        managed = False
        db_table = "users"


class UserAccount(models.Model):
    """An account of a user; in the list always one of a clinic."""

    id = models.BigIntegerField(primary_key=True)
    user = models.ForeignKey(User, models.CASCADE, related_name="accounts")
    account_type = models.TextField()
    role = models.TextField(null=True)
    clinic = models.ForeignKey(Clinic, models.DO_NOTHING, db_column="subject_id", null=True, db_constraint=False)

    class Meta:
        managed = False
        db_table = "user_accounts"
        ordering = ("id",)


class PharmaFirm(models.Model):
    """A firm."""

    id = models.BigIntegerField(primary_key=True)
    name = models.TextField()

    class Meta:
        managed = False
        db_table = "pharma_firms"


class NewsTag(models.Model):
    """A tag of articles."""

    id = models.BigIntegerField(primary_key=True)
    tag_name = models.TextField()

    class Meta:
        managed = False
        db_table = "news_tags"
        ordering = (models.functions.Lower("tag_name"),)


class NewsArticle(models.Model):
    """An article."""

    id = models.BigIntegerField(primary_key=True)
    title = models.TextField(null=True)
    event_name = models.TextField(null=True)
    news_text = models.TextField()
    news_type = models.TextField()
    news_date = models.DateField()
    source_name = models.TextField(null=True)
    source_link = models.TextField(null=True)
    source_thumbnail_url = models.TextField(null=True)
    photo_url = models.TextField(null=True)
    published = models.BooleanField()
    news_tags = models.ManyToManyField(NewsTag, through="NewsArticleTag")
    viewed_count = models.BigIntegerField()
    shared_count = models.BigIntegerField()
    city = models.TextField(null=True)
    state = models.TextField(null=True)
    basic_clinic_specialities = ArrayField(models.TextField())
    news_label = models.TextField(null=True)
    basic_pharma = models.ForeignKey(PharmaFirm, models.DO_NOTHING, null=True)
    event_start_ts = models.DateTimeField(null=True)
    event_end_ts = models.DateTimeField(null=True)
    all_day = models.BooleanField()
    event_type = models.TextField(null=True)
    credit_hours = models.FloatField(null=True)
    source_changed_at = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "news_articles"


class NewsArticleTag(models.Model):
    """A tag of an article."""

    pk = models.CompositePrimaryKey("news_article_id", "news_tag_id")
    news_article = models.ForeignKey(NewsArticle, models.CASCADE)
    news_tag = models.ForeignKey(NewsTag, models.CASCADE)

    class Meta:
        managed = False
        db_table = "news_article_tags"


class AdCampaign(models.Model):
    """A campaign."""

    id = models.BigIntegerField(primary_key=True)
    campaign_name = models.TextField()
    start_time = models.DateTimeField(null=True)
    end_time = models.DateTimeField(null=True)

    class Meta:
        managed = False
        db_table = "ad_campaigns"


class Lead(models.Model):
    """A person who answered a campaign."""

    id = models.BigIntegerField(primary_key=True)
    created_at = models.DateTimeField()
    ad_campaign = models.ForeignKey(AdCampaign, models.CASCADE, null=True)
    clinic = models.ForeignKey(Clinic, models.CASCADE)
    first_name = models.TextField(null=True)
    last_name = models.TextField(null=True)
    phone_number = models.TextField(null=True)
    email = models.TextField(null=True)
    utm_details = models.JSONField()

    class Meta:
        managed = False
        db_table = "leads"
