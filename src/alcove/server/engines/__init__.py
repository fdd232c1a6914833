"""Who thinks for the room: what an engine is asked, the processes of this machine, and workers on others."""
