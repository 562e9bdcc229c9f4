"""The HTTP API, one module per resource."""
