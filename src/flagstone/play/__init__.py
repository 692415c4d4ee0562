"""Live play without web or database: messages, films, rooms, and the hub that all rooms of a process share."""
