"""The word classes of the grammar: every way to say "delete", "the video", "louder", in one table each."""

from __future__ import annotations

from .tokens import words


def _class(phrases: str) -> frozenset[tuple[str, ...]]:
    return frozenset(tuple(phrase.split()) for phrase in phrases.split(",") if phrase.strip())


CLASSES: dict[str, frozenset[tuple[str, ...]]] = {
    name: _class(text)
    for name, text in {
        # verbs
        "delete": "delete, remove, erase, get rid of, drop, discard, take out, take away, trash, throw out, throw away, kill, lose, cut out,"
        " scrap, clear, clear out, nuke, bin, ditch, del, eliminate, strip out, dump, zap, axe, nix, yeet, chuck, chuck out, do away with, wipe out, pull out",
        "cut": "cut, chop, trim, shave, take, remove, delete, clip, slice, crop, snip, lop, drop, cut out, get rid of",
        "trim": "trim, shorten, cut, cut down, trim down, clip",
        "split": "split, cut, slice, divide, chop, blade, razor, break, chop up, cut up, split up",
        "move": "move, shift, put, place, slide, bring, drag, send, push, position, reposition, relocate, nudge, set, pull, stick",
        "add": "add, insert, put, place, create, include, drop in, drop, overlay, put in, throw in, stick, pop, show, display, bring in, use,"
        " give me, get me, append, paste, write, put up, throw on, superimpose, make, slap on, slap, have, get, i want, i need",
        "insert": "add, insert, create, include, overlay, write, type, superimpose, put up, throw in, put in, drop in, append, give me, put, place",
        "write": "write, type, display, show, put, add, insert, overlay, print",
        "make": "make, turn, get, render, keep, set, have",
        "set": "set, change, put, adjust, make, bring, switch, update, turn, take, modify, get",
        "change": "change, set, update, edit, replace, switch, rewrite, modify, reword, alter, turn, swap, fix, convert, make",
        "duplicate": "duplicate, copy, clone, double, repeat, make a copy of, make a duplicate of, make another copy of, make another, create a copy of,"
        " create a duplicate of, make copies of, add a copy of, add a duplicate of, make two of, dupe, replicate, add another copy of",
        "swap": "swap, switch, exchange, interchange, flip, trade, swap around, switch around, swap over",
        "replace": "replace, swap, swap out, substitute, exchange, switch, switch out, change",
        "raise": "turn up, raise, increase, boost, bump up, bump, crank up, crank, up, bring up, pump up, amplify, push up, lift, add, turn, gain up, louden",
        "lower": "turn down, lower, reduce, decrease, bring down, drop, dial down, cut, quiet, quieten, soften, tone down, take down, pull down, duck,"
        " dip, turn, diminish, attenuate, quiet down, quieten down",
        "mute": "mute, silence, turn off, shut off, kill, switch off, shut up, turn off the sound of, turn off the audio of, turn off the volume of",
        "unmute": "unmute, un mute, turn on, switch on, turn back on, bring back, unsilence, turn the sound back on for, make audible",
        "hide": "hide, disable, turn off, switch off, toggle off, make invisible",
        "show": "show, unhide, un hide, enable, turn on, switch on, make visible, reveal, bring back",
        "blend": "blend, set, change, switch, use, apply, put",
        "merge": "merge, join, combine, group, link, group together, link together, tie together",
        "rename": "rename, call, name, title, retitle, relabel, label",
        "apply": "apply, add, put, give, use, throw on, slap on, put on, insert, set, drop, place, do, throw, make, create, include",
        "speedup": "speed up, speed, accelerate, make faster, quicken, fast forward, hasten",
        "slowdown": "slow down, slow, decelerate, make slower, slow mo",
        "play": "play, run, set, make, have, change, put, get, turn",
        "extend": "extend, lengthen, stretch, stretch out, make longer, prolong, elongate, expand, draw out",
        "brighten": "brighten, lighten, brighten up, lighten up",
        "scaleup": "enlarge, scale up, size up, blow up, zoom in on, zoom in, zoom into, embiggen, increase the size of, grow",
        "scaledown": "shrink, scale down, size down, reduce the size of, minimize, zoom out of, zoom out on, zoom out, decrease the size of",
        "rotate": "rotate, turn, tilt, spin, angle",
        "keep": "keep, leave, retain, save, preserve",
        "fade": "fade, dissolve, ease",
        "go": "go, jump, seek, skip, scroll",
        # things
        "whole": "video, whole video, entire video, composition, whole composition, entire composition, timeline, whole timeline, entire timeline,"
        " project, whole project, edit, whole edit, whole thing, entire thing, everything, it all, movie, whole movie, entire movie, film, whole film,"
        " sequence, whole sequence, entire sequence, entire film, entire project, full video, it, this, this video, this composition, all of it, all,"
        " entire edit, production, output, final video, picture, whole lot, this thing, cut, vid, all clips together, overall video, master",
        "video": "video, composition, timeline, project, edit, movie, film, sequence, whole thing, whole video, entire video, this video, piece, it, vid",
        "canvas": "canvas, frame, format, aspect ratio, aspect, size, resolution, dimensions, shape, ratio, canvas size, frame size, output size, video size,"
        " composition size, output format, video format, output resolution, screen size, video dimensions, orientation, output, project size, picture format",
        "textnoun": "text, title, title card, caption, headline, heading, subtitle, text overlay, label, words, word, lower third, text box, sign,"
        " banner, tagline, intro title, end title, text layer, phrase, line, message, card, text card, opening title, closing title, slogan,"
        " end card, callout, line of text, bit of text, text element, chapter title, line saying, credit, credits, note, quote, text title",
        "saying": "that says, saying, that reads, reading, says, with the text, with the words, with text, which says, which reads, with the word,"
        " with the title, stating, that say, with words, that says the words, to say, say, containing, with the message, to read, that goes, with",
        "volume": "volume, level, gain, loudness, audio level, sound level, audio volume, sound volume, audio, sound, volume level",
        "sound": "sound, audio, noise, sounds, original sound, original audio, camera audio, soundtrack, its sound, its audio, audio track, volume",
        "natsound": "nat sound, natsound, nat, nats, natural sound, production sound, production audio, sync sound, sync, scratch audio, location sound,"
        " camera sound, camera audio, nat audio, original sound, original audio, sound, audio",
        "speed": "speed, playback speed, rate, playback rate, tempo, pace",
        "screen": "screen, frame, canvas, picture, whole screen, whole frame, full screen, entire screen, entire frame, video, background",
        "transition": "crossfade, cross fade, crossfades, cross fades, dissolve, dissolves, cross dissolve, cross dissolves, transition, transitions,"
        " fade transition, fade transitions, fade, wipe, wipes, xfade, blend transition, smooth transition, smooth transitions, fades",
        "anim": "animation, animations, motion, keyframes, keyframe animation, movement, motion preset, keyframe",
        "marker": "marker, bookmark, cue point, chapter marker, chapter, flag",
        "fps": "fps, frames per second, frame per second, frames a second, frames / second, frames / sec, hz",
        "framerate": "frame rate, framerate, fps, frames per second, frame rates, refresh rate",
        # manners
        "louder": "louder, more audible, up, higher, stronger",
        "quieter": "quieter, softer, less loud, more quiet, lower, down, silenter, gentler, fainter",
        "bigger": "bigger, larger, huge, big, large, massive, more big, giant",
        "smaller": "smaller, tiny, small, tinier, little, less big",
        "faster": "faster, quicker, more quickly, quick, fast, speedier",
        "slower": "slower, slow, more slowly, slow mo, slow motion, in slow motion, in slow mo",
        "earlier": "earlier, sooner, back, backward, backwards, to the left in time, left",
        "later": "later, forward, forwards, on, to the right in time, right, ahead",
        "bw": "black and white, black & white, b and w, b & w, b / w, bw, greyscale, grayscale, grey scale, gray scale, monochrome, mono, colorless,"
        " colourless, noir, desaturated completely, completely desaturated, grey, gray, b n w",
        "half": "half, halves, two, two halves, two parts, two pieces, half exactly, two equal parts, 2, 2 parts, 2 pieces, the middle",
    }.items()
}  # fmt: skip

# Words that carry no meaning for the plan, wherever they stand outside quotes.
FILLERS = words(
    "please kindly just actually basically simply really literally um uh hmm er oh okay ok alright kinda sorta honestly quickly asap"
    " obviously definitely totally maybe perhaps somehow hey yo btw nicely gently again somewhere dude bro buddy now"
)
# Words that carry none at the edges of a sentence only.
EDGES = words(
    "thanks thank you thankyou thx cheers mate man folks dear guys everyone there team so well rn lol lmao haha hahaha tbh imo imho ngl omg omfg ty tysm tho ugh ooh oooh ahh yay woah whoa fam sis bestie buddy pal luv"
)
FILLER_PHRASES = tuple(
    tuple(phrase.split())
    for phrase in (
        "thank you", "kind of", "sort of", "go ahead and", "for me", "for us", "if you can", "if you could", "if possible", "if that is ok",
        "if that is okay", "if you do not mind", "if you would", "if you please", "if you like", "if you want", "if it is possible",
        "real quick", "as well", "you know", "i think", "i guess", "by the way", "to start with", "first of all", "at the same time",
        "as soon as possible", "when you can", "when you get a chance", "when you have a moment", "when you have time", "for now", "right now", "in my video", "in this video",
        "in the video", "in the timeline", "on the timeline", "in the composition", "in this composition", "in the project", "in my timeline",
        "from the timeline", "from the video", "from my video", "from this video", "from the composition", "from my timeline", "from the project", "without asking",
        "while you are at it", "one more thing", "of the timeline", "good morning", "good afternoon", "good evening", "for good", "to taste", "in the edit", "from the edit", "make sure to",
        "do not forget to", "be so kind and", "be so kind as to", "do me a favor and", "do me a favour and", "be a dear and", "instead of what it is now", "as it is", "once more", "all of a sudden",
    )
)  # fmt: skip
# How much: phrases that scale the usual step.
DEGREES: tuple[tuple[tuple[str, ...], float], ...] = tuple(
    (tuple(phrase.split()), factor)
    for phrase, factor in (
        ("just a little bit", 0.5), ("a little bit", 0.5), ("a tiny bit", 0.4), ("a little", 0.5), ("a bit", 0.5), ("a tad", 0.5),
        ("a touch", 0.5), ("a notch", 0.5), ("a smidgen", 0.4), ("a wee bit", 0.4), ("a fair bit", 1.5), ("loads", 2.0), ("a ton", 2.0), ("a bunch", 2.0), ("a smidge", 0.5), ("a hair", 0.4), ("slightly", 0.5), ("somewhat", 0.7), ("subtly", 0.5), ("subtle", 0.5),
        ("a whole lot", 2.0), ("a lot", 2.0), ("way", 2.0), ("much", 2.0), ("very", 1.5), ("significantly", 2.0), ("considerably", 2.0),
        ("super", 2.0), ("extremely", 2.5), ("heavily", 2.0), ("far", 2.0), ("dramatically", 2.0), ("drastically", 2.0), ("quite", 1.2),
        ("strongly", 2.0), ("even", 1.0), ("a good bit", 1.5), ("tons", 2.0), ("noticeably", 1.5), ("lightly", 0.5), ("little", 0.5),
    )
)  # fmt: skip
# Frequent slips that are too short or too far off for the edit distance.
TYPOS = {
    "lft": "left", "rihgt": "right", "rigth": "right", "tpo": "top", "botom": "bottom", "bottm": "bottom", "revers": "reverse", "strat": "start", "edn": "end", "clpi": "clip", "cilps": "clips",
    "mke": "make", "mak": "make", "maek": "make", "mkea": "make", "plya": "play", "swpa": "swap", "sawp": "swap", "fde": "fade", "cta": "cut", "ctu": "cut", "cu": "cut", "dle": "delete", "dlt": "delete", "rmv": "remove",
    "remvoe": "remove", "slwo": "slow", "sped": "speed", "seped": "speed", "trun": "turn", "tunr": "turn", "swich": "switch", "chagne": "change", "chnge": "change", "hdie": "hide", "hid": "hide", "pu": "put", "ptu": "put", "quiter": "quieter", "louderr": "louder",
    "teh": "the", "hte": "the", "th": "the", "adn": "and", "nad": "and", "delte": "delete", "dlete": "delete", "deelte": "delete",
    "mvoe": "move", "ad": "add", "spilt": "split", "spit": "split", "splt": "split", "trm": "trim", "vid": "video", "mut": "mute",
    "mtue": "mute", "lsat": "last", "frist": "first", "secnd": "second", "secs": "seconds", "clp": "clip", "cilp": "clip",
    "vieo": "video", "tilte": "title", "titel": "title", "txt": "text", "ot": "to", "fo": "of", "ni": "in", "musci": "music", "aslo": "also",
    "vertcal": "vertical", "squre": "square", "mkae": "make", "amke": "make", "soudn": "sound", "form": "from", "wihte": "white", "thsi": "this", "taht": "that", "itnerview": "interview", "chnage": "change", "duplciate": "duplicate",
}  # fmt: skip
