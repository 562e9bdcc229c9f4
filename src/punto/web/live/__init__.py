"""Live tables over WebSockets: subscribers, and the frames sent to each."""
