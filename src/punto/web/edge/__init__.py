"""The outermost layer: limits on connections and requests, and security headers on responses."""
