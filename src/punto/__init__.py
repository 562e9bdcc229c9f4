"""Punto runs, proves and prices casino baccarat from its approved rule documents."""

__version__ = "0.1.0"
