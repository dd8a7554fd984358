"""The engine's vocabulary, fixed: names, required parameters, and what takes something away. A rename breaks clients."""

import pytest

from tools.composition import describe

VOCABULARY = {
    "canvas": "setCompositionSize:width,height setFps:fps setBackgroundColor:color setCompositionName:name "
    "setStartTimecode:timecode setMasterAudio: setColorGrade:grade setMetadata:path,value",
    "tracks": "addTrack: deleteTrack:trackId renameTrack:trackId,name moveTrack:trackId,index muteTrack:trackId "
    "hideTrack:trackId lockTrack:trackId setTrackVolume:trackId,volumeDb closeGaps:trackId",
    "assets": "addAsset:asset updateAsset:assetId,patch replaceItemAsset:assetId deleteAsset:assetId",
    "items": "addItem:item addText:text,from addSolid:color,from updateItem:patch duplicateItems:ids deleteItems:ids "
    "cutItems:ids copyItems:ids pasteItems:at groupItems:ids ungroupItems:ids detachAudio:",
    "structure": "splitItem:atFrame moveItems:ids trimItem:edge,toFrame slipItem:deltaFrames slideItem:deltaFrames "
    "rollEdit:leftId,rightId,deltaFrames removeRangesFromItem:ranges rippleDeleteRange:fromFrame,toFrame "
    "insertGap:atFrame,durationInFrames setPlaybackRate:ids,rate reverseItem: freezeFrame:atFrame,durationInFrames "
    "setItemLayer:to",
    "look and sound": "setTransform:ids alignItems:ids,alignment setCrop:ids setBlendMode:ids,mode setVolume:ids setFades:ids "
    "addEffect:ids,kind updateEffect:effectId,params removeEffect:effectId setMask:ids,mask setChromaKey:ids,color",
    "text": "setText:text setTextStyle:ids",
    "animation": "setKeyframes:property,keyframes clearKeyframes: applyMotionPreset:ids,preset",
    "transitions": "addTransition:leftId,rightId,kind,durationInFrames updateTransition:transitionId "
    "removeTransition:transitionId",
    "captions": "addCaptions: updateCue:cueId,patch splitCue:cueId,atMs mergeCues:cueIds shiftCaptions:byMs setCaptionStyle:",
    "markers": "addMarker:atFrame updateMarker:markerId,patch removeMarkers:markerIds",
}
WORDS = [word.split(":") for words in VOCABULARY.values() for word in words.split()]
DESTRUCTIVE = {
    "deleteTrack", "deleteAsset", "deleteItems", "cutItems", "removeRangesFromItem", "rippleDeleteRange",
}  # fmt: skip


@pytest.mark.spec("E-02")
@pytest.mark.parametrize(("name", "required"), WORDS, ids=[name for name, _ in WORDS])
def test_every_command_of_the_vocabulary_is_there_with_what_it_requires(name, required):
    command = describe()["commands"][name]

    known = command["parameters"]["properties"].keys()
    assert set(required.split(",")) - {""} <= known
    always = set(command["parameters"].get("required", []))
    assert always <= {*required.split(","), "id", "ids"}, "a client that follows the vocabulary would be refused"
    assert command["parameters"]["additionalProperties"] is False


@pytest.mark.spec("E-02")
def test_there_are_at_least_the_47_commands():
    assert len(WORDS) >= 47
    assert {name for name, _ in WORDS} <= describe()["commands"].keys()


@pytest.mark.spec("K-17")
def test_what_takes_something_away_is_marked_so():
    assert {name for name, command in describe()["commands"].items() if command["destructive"]} == DESTRUCTIVE


@pytest.mark.spec("E-06")
def test_every_command_says_in_a_sentence_what_it_does():
    for name, command in describe()["commands"].items():
        assert command["description"].endswith("."), name
        assert command["example"] is not None, name
