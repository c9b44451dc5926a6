"""Infrastructure of the areas: HTTP, authentication, the database, jobs and operation. It imports no area."""
