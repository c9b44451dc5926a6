"""Our tables as Django models, with Django's default indexes, none of which helps its search."""
# mypy: ignore-errors

from __future__ import annotations

from django.db import models


class SpecModule(models.Model):
    """A product module."""

    id = models.IntegerField(primary_key=True)
    name = models.TextField()

    class Meta:
        managed = False
        db_table = "spec_modules"
        ordering = ("name",)


class Clinic(models.Model):
    """A clinic."""

    id = models.BigIntegerField(primary_key=True)
    name = models.TextField()
    email = models.TextField(null=True)
    phone_number = models.TextField(null=True)
    is_hospital = models.BooleanField()
    address_line_1 = models.TextField(null=True)
    address_line_2 = models.TextField(null=True)
    city = models.TextField(null=True)
    state = models.TextField(null=True)
    zipcode = models.TextField(null=True)
    latitude = models.FloatField(null=True)
    longitude = models.FloatField(null=True)
    phone_numbers = models.JSONField()
    ipd_enabled = models.BooleanField()
    care_package_enabled = models.BooleanField()
    surgery_enabled = models.BooleanField()
    abdm_enabled = models.BooleanField()
    user_id = models.BigIntegerField(null=True)
    modules = models.ManyToManyField(SpecModule, through="ClinicSpecModule")

    class Meta:
        managed = False
        db_table = "clinics"


class ClinicSpecModule(models.Model):
    """A module of a clinic."""

    pk = models.CompositePrimaryKey("clinic_id", "spec_module_id")
    clinic = models.ForeignKey(Clinic, models.CASCADE)
    spec_module = models.ForeignKey(SpecModule, models.CASCADE)

    class Meta:
        managed = False
        db_table = "clinic_spec_modules"
