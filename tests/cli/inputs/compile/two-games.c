// Two games in one program, which has names of its own that the games' code has, too.
#include "tesuji/plugin.h"

#include <stdio.h>

extern const tsj_plugin nim, hexapawn;

const char* next = "next";
int goals(void) {
  return (int)nim.role_count;
}
int legal(void) {
  return (int)hexapawn.role_count;
}

int main(void) {
  printf("%s: %d roles %s, ", nim.name, goals(), next);
  printf("%s: %d\n", hexapawn.name, legal());
  return 0;
}
