"""What is fetched from elsewhere: one door to the internet, and behind it the services that make pictures, music and speech."""
