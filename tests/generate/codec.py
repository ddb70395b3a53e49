"""The vectors of each codec whose codes come from the reference encoders (`codes`)."""

import codec_faults
import codec_lines
import codec_number_faults
import codes
import move_codes as mc
from codec_faults import (
    BYTE_FAULTS, COORD16_FAULTS, FAULTS, add_encode_faults, add_faults, byte_fault_parts, byte_fault_rule, coord16_fault_rule,
    history_faults, packed
)
from codec_lines import add_lines, add_ordinals, add_promotions, add_tables
from vector_file import Chapter


def make():

    for codec in [*codes.WHOLE_BYTES, *codes.BITS]:
        chapter = Chapter(f"codecs/{codec}")
        add_lines(chapter, codec)
        add_promotions(chapter, codec)
        if codec == "byte":
            add_ordinals(chapter)
        add_tables(chapter, codec)
        add_encode_faults(chapter, codec)
        if codec == "byte":
            faults = [(n, t, f, p, byte_fault_parts(f, parts), *answer) for n, t, f, p, parts, *answer in BYTE_FAULTS]
            faults += history_faults(mc.byte, lambda code, _: code, "the illegal move")
            add_faults(chapter, codec, byte_fault_rule, faults)
        elif codec == "coord16":
            codec_faults.texts(chapter)
            faults = [*COORD16_FAULTS, *history_faults(mc.coord16, lambda _, parts: packed(*parts), "the illegal move")]
            add_faults(chapter, codec, coord16_fault_rule, faults)
        else:
            faults = {**FAULTS, **codec_number_faults.FAULTS}[codec]
            rules = {fault[0]: fault[1] for fault in faults}
            add_faults(chapter, codec, rules.get, [(fault[0], *fault[2:]) for fault in faults])
        codec_lines.add_edges(chapter, codec)
        chapter.save()
