// The unit tests' entry point; every other file here holds the tests of one part.
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
