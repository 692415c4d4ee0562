"""Play in a terminal: the same messages as the browser, against bots in this process or live on a server."""
