"""Accounts of people and devices, sign-in attempts and requests for approval."""
