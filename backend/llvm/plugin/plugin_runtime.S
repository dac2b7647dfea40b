// The library that is linked into every plugin (runtime/core/game), as bytes of this program: it
// always fits the compiler, wherever that is installed.
    .section .rodata
    .global tesuji_plugin_runtime_begin
    .global tesuji_plugin_runtime_end
    .balign 16
tesuji_plugin_runtime_begin:
    .incbin TESUJI_PLUGIN_RUNTIME
tesuji_plugin_runtime_end:
    .byte 0
    .section .note.GNU-stack,"",@progbits
