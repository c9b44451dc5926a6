"""The list as Django REST framework does it: models, serializers, its pagination and its search filter."""
