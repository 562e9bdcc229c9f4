"""The HTTP and WebSocket server: who people are, what they may see, and what they may do."""
