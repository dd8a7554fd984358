"""What is heard and seen in media, as figures: pauses, scenes, faces and words, and what is best cut or framed by them.

Listening and looking happens in children of bounded means (`levels`, `scenes`, `faces`, `speech`); what follows from it is
pure arithmetic (`silence`, `framing`, `cues`, `shorts`).
"""
