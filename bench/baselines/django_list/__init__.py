"""The list in Django REST framework, with its models, serializers, pagination and search filter."""
