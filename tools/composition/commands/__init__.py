"""COMMANDS: everything that can be done to a composition, on one screen."""

from . import (
    animation,
    assets,
    canvas,
    captions,
    items,
    look,
    markers,
    sound,
    structure,
    text,
    tracks,
    transitions,
)

COMMANDS = (
    # canvas
    canvas.set_composition_size,
    canvas.set_fps,
    canvas.set_background_color,
    canvas.set_composition_name,
    canvas.set_start_timecode,
    canvas.set_master_audio,
    canvas.set_color_grade,
    canvas.set_metadata,
    # tracks
    tracks.add_track,
    tracks.delete_track,
    tracks.rename_track,
    tracks.move_track,
    tracks.mute_track,
    tracks.hide_track,
    tracks.lock_track,
    tracks.set_track_volume,
    tracks.close_gaps,
    # assets
    assets.add_asset,
    assets.update_asset,
    assets.replace_item_asset,
    assets.delete_asset,
    # items
    items.add_item,
    items.add_text,
    items.add_solid,
    items.update_item,
    items.duplicate_items,
    items.delete_items,
    items.cut_items,
    items.copy_items,
    items.paste_items,
    items.group_items,
    items.ungroup_items,
    items.detach_audio,
    # structure
    structure.split_item,
    structure.move_items,
    structure.trim_item,
    structure.slip_item,
    structure.slide_item,
    structure.roll_edit,
    structure.remove_ranges_from_item,
    structure.ripple_delete_range,
    structure.insert_gap,
    structure.set_playback_rate,
    structure.reverse_item,
    structure.freeze_frame,
    structure.set_item_layer,
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
