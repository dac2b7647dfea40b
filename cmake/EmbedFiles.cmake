# cmake -DOUTPUT=FILE.cpp -DFILES="A;B" [-DLIBRARIES=FOLDER] -P EmbedFiles.cmake: the files' texts as a table in C++
# (explore_page.h). With LIBRARIES, also the files below it that HTML files among them name as `codemirror/..`.
set(rows "")
function(embed name file)
  get_filename_component(extension "${file}" LAST_EXT)
  if(extension STREQUAL ".html")
    set(type "text/html; charset=utf-8")
  elseif(extension STREQUAL ".css")
    set(type "text/css; charset=utf-8")
  elseif(extension STREQUAL ".kif")
    set(type "text/plain; charset=utf-8")
  else()
    set(type "text/javascript; charset=utf-8")
  endif()
  file(READ "${file}" text)
  set(rows "${rows}    {\"${name}\", \"${type}\", R\"tesuji_page(${text})tesuji_page\"sv},\n" PARENT_SCOPE)
endfunction()

foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
  embed("${name}" "${file}")
  if(LIBRARIES AND name MATCHES "[.]html$")
    file(READ "${file}" text)
    string(REGEX MATCHALL "codemirror/[a-z/.-]+" names "${text}")
    foreach(library IN LISTS names)
      embed("${library}" "${LIBRARIES}/${library}")
    endforeach()
  endif()
endforeach()
file(WRITE "${OUTPUT}" "#include \"tools/servers/explore/explore_page.h\"

namespace tesuji::tools {

PageFile page_file(std::string_view name) {
  using namespace std::string_view_literals;
  static constexpr PageFile files[] = {
${rows}  };
  for (const PageFile& file : files) {
    if (file.name == name) return file;
  }
  return {};
}

}  // namespace tesuji::tools
")
