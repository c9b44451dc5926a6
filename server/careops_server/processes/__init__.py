"""Processes of a server: the supervisor, web workers and the job process."""
