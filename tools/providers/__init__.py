"""What is fetched from elsewhere: one door to the internet, and behind it the services that make pictures, music and speech.

Addresses can be secrets: that of a webhook, of an upload under way. So the library that calls them does not log them.
"""

import logging

for name in ("httpx", "httpcore"):
    logging.getLogger(name).setLevel(logging.WARNING)
