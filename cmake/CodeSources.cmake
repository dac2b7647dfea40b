# tesuji_code_sources(ROOT VARIABLE [CONFIGURE_DEPENDS]): the sources of the layers that have a say in what machine
# code is made of plans, nets, procs and agendas, and in what that code calls.
function(tesuji_code_sources root variable)
  set(all "")
  foreach(folder backend/agenda backend/llvm backend/object_cache backend/on_demand ir runtime/core runtime/host)
    file(GLOB_RECURSE found ${ARGN}
      ${root}/${folder}/*.c ${root}/${folder}/*.cpp ${root}/${folder}/*.h)
    list(APPEND all ${found})
  endforeach()
  list(SORT all)
  set(${variable} ${all} PARENT_SCOPE)
endfunction()
