"""Where everything Alcove is made of comes from: its locks, its list of parts, its audit and its images."""
