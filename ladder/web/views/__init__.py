"""The pages, one module a subject; a view asks or calls one verb and renders one template."""
