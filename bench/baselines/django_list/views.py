"""Serializers, the view and its path."""
# mypy: ignore-errors

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework import filters, generics, pagination, serializers
from rest_framework.response import Response

from bench.baselines.django_list import areas
from bench.baselines.django_list.models import Clinic, SpecModule


class SpecModuleSerializer(serializers.ModelSerializer):
    """A module in a clinic."""

    spec_module_id = serializers.IntegerField(source="id")

    class Meta:
        model = SpecModule
        fields = ("spec_module_id", "name")


class LocationSerializer(serializers.ModelSerializer):
    """Address of a clinic."""

    class Meta:
        model = Clinic
        fields = (
            *("address_line_1", "address_line_2", "city", "state", "zipcode", "latitude", "longitude", "phone_numbers"),
        )


class ClinicSerializer(serializers.ModelSerializer):
    """A clinic in the list."""

    location = LocationSerializer(source="*")
    clinic_spec_modules = SpecModuleSerializer(source="modules", many=True)

    class Meta:
        model = Clinic
        fields = (
            *("id", "name", "email", "phone_number", "is_hospital", "location", "clinic_spec_modules", "ipd_enabled"),
            *("care_package_enabled", "surgery_enabled", "abdm_enabled", "user_id"),
        )


class Pages(pagination.PageNumberPagination):
    """Pages of ten with the exact total."""

    page_size = 10
    page_size_query_param = "perpage"
    max_page_size = 100

    def get_paginated_response(self, data: Any) -> Any:
        """The platform's envelope."""
        paginator = self.page.paginator
        totals = {"total_records": paginator.count, "total_pages": paginator.num_pages}
        return Response({"success": True, "data": {"clinics": data}, **totals})


class Clinics(generics.ListAPIView):
    """The list."""

    queryset = Clinic.objects.order_by("-id").prefetch_related("modules")
    serializer_class = ClinicSerializer
    pagination_class = Pages
    filter_backends = (filters.SearchFilter,)
    search_fields = ("name", "email", "phone_number", "city")


filters.SearchFilter.search_param = "search_text"
urlpatterns = [path("clinics", Clinics.as_view()), *areas.urlpatterns]
