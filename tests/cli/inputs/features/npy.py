"""Prints an array of numpy's without numpy: its type, its shape, its rows."""
import ast
import struct
import sys

data = open(sys.argv[1], "rb").read()
assert data[:8] == b"\x93NUMPY\x01\x00" and (10 + struct.unpack("<H", data[8:10])[0]) % 64 == 0
end = 10 + struct.unpack("<H", data[8:10])[0]
head = ast.literal_eval(data[10:end].decode("ascii"))
assert not head["fortran_order"]
rows, columns = head["shape"]
assert len(data) == end + 8 * rows * columns
print(head["descr"], head["shape"])
for row in struct.iter_unpack(f"<{columns}{'Q' if head['descr'] == '<u8' else 'd'}", data[end:]):
    print(list(row))
