/* Return codes of compiled code and of its host. C11, freestanding. */
#ifndef TESUJI_STATUS_H
#define TESUJI_STATUS_H

enum {
  TSJ_OK = 0,       /* `terminal`: does not hold */
  TSJ_HOLDS = 1,    /* `terminal`: holds */
  TSJ_LIMIT = -1,   /* a limit of rows was reached, or the host's memory ran out */
  TSJ_STOPPED = -2, /* the host requested a stop */
  TSJ_UNKNOWN = -3  /* an unknown name; `choose`: it is unclear whose turn it is */
};

#endif
