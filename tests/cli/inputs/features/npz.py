"""Prints the arrays of an archive of numpy's without numpy: name, type, shape, values."""
import ast
import struct
import sys
import zipfile

archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
for name in archive.namelist():
    data = archive.read(name)
    assert data[:8] == b"\x93NUMPY\x01\x00"
    end = 10 + struct.unpack("<H", data[8:10])[0]
    assert end % 64 == 0
    head = ast.literal_eval(data[10:end].decode("ascii"))
    assert not head["fortran_order"]
    kind, shape, rest = head["descr"], head["shape"], data[end:]
    if kind.startswith("<U"):
        width = 4 * int(kind[2:])
        values = [rest[i:i + width].decode("utf-32-le").rstrip("\0") for i in range(0, len(rest), width)]
    else:
        values = [v[0] for v in struct.iter_unpack("<Q" if kind == "<u8" else "<d", rest)]
    count = 1
    for size in shape:
        count *= size
    assert len(values) == count, (name, len(values), count)
    print(name, kind, shape, values)
