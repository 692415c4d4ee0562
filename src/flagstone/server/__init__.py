"""The server: live play over HTTP and WebSockets, in a database."""
