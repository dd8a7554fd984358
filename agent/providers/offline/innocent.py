"""Ordinary words that lie near the grammar's own and are no slips of them."""

from __future__ import annotations

from .tokens import words

INNOCENT = words(
    """
    abort accelerator accounts actions actor actress addition additionally additions adds adjusted adjustment adopt
    advanced advances aligns almost alone alphabetical always among anchored anchors angry answer appeared appears
    appended appending appends apple area arise arranged aspects assert asserts assigned assignment audit automate
    automating automation autumn awesome baby bark barking barks beach bear beautiful became becomes began begun
    being best beta bind blanks blind blinking block blocks blog borders bored boring bounding bread breakfast
    breaks bumps busy butter callee caller calls came capital care cares cased cases cast cause caution cautious
    cease cell chance changed changes channels charge check child choosing chose clarify cleaner cleans clears
    cloned cloning closer closes coat coded codes coding coffee collapsed collection collections colon colons
    coloring combined combines comments compares compiles complete completed completer completes complies composed
    composite compressed confirm conforms connected connection connections connector connects consent consider
    constant constants context contexts continuing continuous contract contracts contrary converted converter
    converts cope copied core corruption cough coughing coughs could counters covers crap crazier crazy created
    creates cries currently cute dances dancing date deal defaulted defaults delays delegate deleted deletes
    depending descendant designed detached detecting detection dies dimension dinner directed directing directions
    directive directory directs disabled disables discarded discards displayed displays divided docs dots doubles
    doubly downloaded downloads draining drains drawn draws dream dreamt drops drum drums dual dumb dumps duplicated
    duplicates durations east easy echoed eliminates emit emits enabled enables encoding endings enhanced enters
    entirety equals erased evening event ever exchanges exciting executed executes exit exits expanded expands
    exported exports expose exposes extended extends extent extracted extracts extras faced fact fake fakes fall
    fatter feed feeding fees fell fills filtered fine finished fire fires fixes flags flatten flower flowers folded
    folders followed follows fonts fork form formal formats forth forwarded friday friend friends funnier funny
    future gains garden gate gave generates generator gets given gives good grab grant granting graphical great
    groups growing grows halt hand happened happens happier harm hash hate heap heart held hides highlighted
    highlighter hits holds home hope horrible house hundreds hungry hype idea ideas illustrates immediate included
    includes increased increases indented infer inferred info inherited initially initiate injected inner inserted
    insertion inserts intended intensive interesting joins joint jumps keeps keys kind kinder kinds lack land lands
    lang late latter laugh laughing laughs lazy leading leads leaf leak leaking leap least lengths lets levels life
    likely limits lines links list listing lists lives load locking locks logs lone looked looks looping loose loses
    loss lost lots lovely lowercased lowers luck lucky lunch made mail makes marked marks mask mate math matter
    maximize meaner merged merges messages mice mind minus mirrors miss model modes monday money morning most
    mountain moved moves movies muck naive names natively negation negatives never news nicer node none normalised
    normalized normalizes normally noted notes noting numbered numbers ocean offsets often older opens optimized
    optimizer optimizes orders originally originate ours outlined outlived outputs overlap overlaps overload
    overloads overly owns pack pager pages paid pain pairs paper partials party passes pasted paused paying peer
    people permanent personal persons phase phrases pick picks pins pixel pixels pizza placed placing plan plane
    planning plans plug plus pointers pointing poorer popping pops port ports positional positionals positioned
    positive positives postponed prepared prepares prepending presence present presents preserved preserves
    pretending prettier pretty printing prints proceeding produced producer producers produces product products
    profiles projection projects protected protection published publisher publishes pulling pulls puts qualify
    quantity question queued queues quit quite quota quoted quotes race races raised raises ranges rare rather
    ratios reaching reader readline reap reason receiver recently recipes recorded records redo reduced reducer
    reduces referred refreshed refreshes regarding regions regularly relating relation released releases reliable
    reloading remain remote removed removes renamed renames renaming rendered renderer renders reordered repeated
    repeats repetition replaced replaces replayed replicas reporter reserved resolutions restored restores resulted
    results retained retaining retains retry revealed reveals reverses revert reverted rewrites rewritten rights
    river role root rotated rotating rounds runs runtimes sadder safe sake sale sample sandwich saved saves saving
    scaled scan scanning scarier scope scopes scripts seed seem seen sees selecting selective selector selling sends
    sent sentence separated separately separates separator sequences serious sessions sets settable severity
    shadowing shall shapes shared shares shortcut shortened shown shows shrinks shrunk shuts signs silently simpler
    simplest simplify singing sings site sites sits situation sized sizes skips slave sleepy slices slicing slowing
    slows smile smiles smiling snapshot snippet sole solver sorry sorts sourced sources spam spanning spans speakers
    speeds spellings spend spill spit splice splits spring squashed stack stacking staff stale stall stalling stands
    star stars stats stays steps store stores stray street string strips strongly stuck stupid styled styles
    submitting substituted substitutes suit summer sunday swaps sweeter switched switches taken taking talk taller
    tasks team tear tell tend tens terrible test tests thank thin think thinks thinner thorough those though thread
    threaded throughput thrown throws thus tied tighter timed timer timers timezone tired today tomorrow tonight
    took tool torn trace traces tracing traffic trailers trailing training transaction transactions transfer
    transfers transformed transformer transforms translation translations transport tree trick tricks trip tuesday
    turns typed types typos ugly unblock unbound ungrouped updated updates uploaded uploads uppercased used user
    uses vary verb versioned versions views visually void wait walk walking walks wants warn warned ways weather
    weighted weights weirder went were whose wide widths winter wire wish woman women wonderful work working works
    world writer writes wrote yesterday younger zeros
    """
)
