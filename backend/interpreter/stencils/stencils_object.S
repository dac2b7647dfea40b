/* The object file of stencils.c. */
    .section .rodata
    .global tesuji_stencils_begin
    .global tesuji_stencils_end
    .balign 16
tesuji_stencils_begin:
    .incbin TESUJI_STENCILS_OBJECT
tesuji_stencils_end:
    .section .note.GNU-stack, "", %progbits
