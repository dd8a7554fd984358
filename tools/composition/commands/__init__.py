"""COMMANDS: everything that can be done to a composition, on one screen."""

from . import animation, canvas, captions, items, look, markers, sound, text, transitions

COMMANDS = (
    # canvas
    canvas.set_composition_size,
    # items
    items.delete_items,
    # look
    look.set_transform,
    look.align_items,
    look.set_crop,
    look.set_blend_mode,
    look.set_mask,
    look.set_chroma_key,
    # sound
    sound.set_volume,
    sound.set_fades,
    sound.add_effect,
    sound.update_effect,
    sound.remove_effect,
    # text
    text.set_text,
    text.set_text_style,
    # animation
    animation.set_keyframes,
    animation.clear_keyframes,
    animation.apply_motion_preset,
    # transitions
    transitions.add_transition,
    transitions.update_transition,
    transitions.remove_transition,
    # captions
    captions.add_captions,
    captions.update_cue,
    captions.split_cue,
    captions.merge_cues,
    captions.shift_captions,
    captions.set_caption_style,
    # markers
    markers.add_marker,
    markers.update_marker,
    markers.remove_markers,
)

BY_OP = {command.op: command for command in COMMANDS}
