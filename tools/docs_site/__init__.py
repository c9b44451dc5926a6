"""Builder of the documentation site: stages the pages, fills the navigation, and runs Zensical strictly."""
