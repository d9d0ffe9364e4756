"""Re-encode a quantized GGUF file to Q8_0: `to_q8_0.py SOURCE TARGET`.

WebAssembly has fast kernels for Q8_0 and none for Q4_1, so the same weights
run about twice as fast in the browser. Nothing is learnt or lost beyond the
rounding of 4-bit values to 8-bit ones: each tensor is dequantized, quantized
again and written under the source's own header. The output is the same to the
byte on every machine, so its SHA-256 can be checked like a download's.

The header is copied without a change, `general.file_type` included: that
field still names the source's encoding. Engines read the type of each tensor.

Needs the packages `gguf` and `numpy` on PYTHONPATH.
"""

import sys

from gguf import GGMLQuantizationType, GGUFReader, GGUFValueType, GGUFWriter
from gguf.quants import dequantize, quantize

TARGET_TYPE = GGMLQuantizationType.Q8_0
ARCHITECTURE = "general.architecture"


def copy_header(reader: GGUFReader, writer: GGUFWriter) -> None:
    """Copy every header field in order; the writer adds counts and architecture itself."""
    for field in reader.fields.values():
        if field.name.startswith("GGUF.") or field.name == ARCHITECTURE:
            continue
        kind = field.types[0]
        element = field.types[-1] if kind == GGUFValueType.ARRAY else None
        writer.add_key_value(field.name, field.contents(), kind, sub_type=element)


def copy_tensors(reader: GGUFReader, writer: GGUFWriter) -> None:
    """Copy plain and already fitting tensors as they are, re-encode the others."""
    for tensor in reader.tensors:
        if tensor.tensor_type == GGMLQuantizationType.F32:
            writer.add_tensor(tensor.name, tensor.data)
        elif tensor.tensor_type == TARGET_TYPE:
            writer.add_tensor(tensor.name, tensor.data, raw_dtype=TARGET_TYPE)
        else:
            values = dequantize(tensor.data, tensor.tensor_type)
            writer.add_tensor(tensor.name, quantize(values, TARGET_TYPE), raw_dtype=TARGET_TYPE)


def main(source: str, target: str) -> None:
    reader = GGUFReader(source)
    writer = GGUFWriter(target, reader.fields[ARCHITECTURE].contents())
    copy_header(reader, writer)
    copy_tensors(reader, writer)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
