"""Lists of the other areas: serializers, views and paths."""
# mypy: ignore-errors

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django.urls import path
from rest_framework import filters, generics, pagination, serializers
from rest_framework.response import Response

from bench.baselines.django_list.area_models import Doctor, Lead, NewsArticle, NewsTag, User, UserAccount

_INDIA = ZoneInfo("Asia/Kolkata")


class DoctorSerializer(serializers.ModelSerializer):
    """A doctor in the list."""

    name = serializers.SerializerMethodField()

    class Meta:
        model = Doctor
        fields = ("id", "name", "phone_number", "speciality", "reg_nbr", "status", "verified")

    def get_name(self, doctor: Doctor) -> str:
        """Return first and last name."""
        return " ".join(filter(None, (doctor.first_name, doctor.last_name)))


class AccountSerializer(serializers.ModelSerializer):
    """An account of a user."""

    email = serializers.CharField(source="clinic.email", default=None)
    role = serializers.SerializerMethodField()
    clinic_name = serializers.CharField(source="clinic.name", default=None)
    doctor_id = serializers.ReadOnlyField(default=None)
    doctor_name = serializers.ReadOnlyField(default=None)
    lab_id = serializers.ReadOnlyField(default=None)
    lab_name = serializers.ReadOnlyField(default=None)
    pharmacy_id = serializers.ReadOnlyField(default=None)
    pharmacy_name = serializers.ReadOnlyField(default=None)

    class Meta:
        model = UserAccount
        fields = (
            *("email", "account_type", "role", "clinic_id", "clinic_name", "doctor_id", "doctor_name", "lab_id"),
            *("lab_name", "pharmacy_id", "pharmacy_name"),
        )

    def get_role(self, account: UserAccount) -> str:
        """Return the role, owner by default."""
        return account.role or "owner"


class UserSerializer(serializers.ModelSerializer):
    """A user in the list."""

    status = serializers.CharField(source="user_status")
    account = serializers.SerializerMethodField()
    user_accounts = AccountSerializer(source="accounts", many=True)

    class Meta:
        model = User
        fields = (
            *("id", "name", "phone_number", "verified_at", "email", "account", "status", "platform"),
            *("packages_enabled", "growth_enabled", "user_accounts"),
        )

    def get_account(self, user: User) -> str | None:
        """Return the type of the first account."""
        return next((account.account_type for account in user.accounts.all()), None)


class TagSerializer(serializers.ModelSerializer):
    """A tag of an article."""

    class Meta:
        model = NewsTag
        fields = ("id", "tag_name")


class ArticleSerializer(serializers.ModelSerializer):
    """An article in the feed."""

    news_tags = TagSerializer(many=True)
    pharma_name = serializers.CharField(source="basic_pharma.name", default=None)

    class Meta:
        model = NewsArticle
        fields = (
            *("id", "title", "event_name", "news_text", "news_type", "news_date", "source_name", "source_link"),
            *("source_thumbnail_url", "photo_url", "published", "news_tags", "viewed_count", "shared_count", "city"),
            *("state", "basic_clinic_specialities", "news_label", "basic_pharma_id", "pharma_name", "event_start_ts"),
            *("event_end_ts", "all_day", "event_type", "credit_hours", "source_changed_at"),
        )


class LeadSerializer(serializers.ModelSerializer):
    """A lead in the list."""

    campaign_name = serializers.CharField(source="ad_campaign.campaign_name", default=None)
    clinic_name = serializers.CharField(source="clinic.name")
    campaign_start_time = serializers.DateTimeField(source="ad_campaign.start_time", default=None)
    campaign_end_time = serializers.DateTimeField(source="ad_campaign.end_time", default=None)

    class Meta:
        model = Lead
        fields = (
            *("id", "created_at", "ad_campaign_id", "campaign_name", "clinic_id", "clinic_name", "first_name"),
            *("last_name", "phone_number", "email", "campaign_start_time", "campaign_end_time", "utm_details"),
        )


class Pages(pagination.PageNumberPagination):
    """Pages of ten with the exact total."""

    page_size = 10
    page_size_query_param = "perpage"
    max_page_size = 500

    def get_paginated_response(self, data: Any) -> Any:
        """Return the platform's envelope, which differs by area."""
        totals = {"total_records": self.page.paginator.count, "total_pages": self.page.paginator.num_pages}
        return Response({"success": True, **self.view.envelope(data, totals)})

    def paginate_queryset(self, queryset: Any, request: Any, view: Any = None) -> Any:
        """Remember the view, whose envelope the answer needs."""
        self.view = view
        return super().paginate_queryset(queryset, request, view)


class AreaList(generics.ListAPIView):
    """List view; ``narrowed`` maps query parameters to conditions."""

    pagination_class = Pages
    filter_backends = (filters.SearchFilter,)
    narrowed: dict[str, Any] = {}

    def get_queryset(self) -> Any:
        """Return the rows that match the query."""
        rows = self.queryset.all()
        for name, condition in self.narrowed.items():
            if name in self.request.query_params:
                rows = rows.filter(**condition(self.request.query_params[name]))
        return rows


class Doctors(AreaList):
    """Doctors."""

    queryset = Doctor.objects.order_by("-id")
    serializer_class = DoctorSerializer
    search_fields = ("first_name", "last_name", "phone_number", "reg_nbr")
    narrowed = {"filter_text": lambda text: {"verified": text == "verified"}}
    envelope = staticmethod(lambda data, totals: {"data": {"doctors": data, **totals}})


class Users(AreaList):
    """Users."""

    queryset = User.objects.order_by("-id").prefetch_related("accounts__clinic")
    serializer_class = UserSerializer
    search_fields = ("name", "phone_number", "email")
    envelope = staticmethod(lambda data, totals: {"data": {"users": data, **totals}})

    def get_queryset(self) -> Any:
        """Return active users, or inactive ones."""
        active = self.request.query_params.get("active_users")
        rows = self.queryset.all()
        if active == "true":
            return rows.filter(user_status="ACTIVE")
        return rows.exclude(user_status="ACTIVE") if active == "false" else rows


class News(AreaList):
    """Articles."""

    queryset = (
        NewsArticle.objects.order_by("-news_date", "-id").select_related("basic_pharma").prefetch_related("news_tags")
    )
    serializer_class = ArticleSerializer
    search_fields = ("title", "source_name", "news_label", "news_text")
    narrowed = {
        "published": lambda text: {"published": text == "true"},
        "news_type": lambda text: {"news_type": text},
    }

    @staticmethod
    def envelope(data: Any, totals: Any) -> Any:
        """Return an envelope with separate attributes."""
        return {"data": [{"id": row["id"], "attributes": row} for row in data], "meta": totals}


class Leads(AreaList):
    """Leads."""

    queryset = Lead.objects.order_by("-created_at", "-id").select_related("clinic", "ad_campaign")
    serializer_class = LeadSerializer
    search_fields = ("first_name", "last_name", "phone_number", "email")
    narrowed = {
        "clinic_id": lambda text: {"clinic_id": int(text)},
        "ad_campaign_id": lambda text: {"ad_campaign_id": int(text)},
        "start_time": lambda text: {"created_at__gte": _beginning(date.fromisoformat(text))},
        "end_time": lambda text: {"created_at__lt": _beginning(date.fromisoformat(text) + timedelta(days=1))},
    }
    envelope = staticmethod(lambda data, totals: {"data": {"leads": data}, **totals})


def _beginning(day: date) -> datetime:
    return datetime.combine(day, time(), tzinfo=_INDIA)


urlpatterns = [
    path("lists/doctors", Doctors.as_view()),
    path("lists/users", Users.as_view()),
    path("lists/news", News.as_view()),
    path("lists/leads", Leads.as_view()),
]
