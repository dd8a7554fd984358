"""Media files: what is in them, pictures of them, and sample clips; pure of Django, strangers' files only in a child."""
