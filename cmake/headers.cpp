// Makes CMake build the precompiled headers of cmake/Layer.cmake.
