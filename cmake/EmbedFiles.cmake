# cmake -DOUTPUT=FILE.cpp -DFILES="A;B" -P EmbedFiles.cmake: the files' texts as a table in C++ (explore_page.h).
set(rows "")
foreach(file IN LISTS FILES)
  get_filename_component(name "${file}" NAME)
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
  string(APPEND rows "    {\"${name}\", \"${type}\", R\"tesuji_page(${text})tesuji_page\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "#include \"tools/servers/explore/explore_page.h\"

namespace tesuji::tools {

PageFile page_file(std::string_view name) {
  static constexpr PageFile files[] = {
${rows}  };
  for (const PageFile& file : files) {
    if (file.name == name) return file;
  }
  return {};
}

}  // namespace tesuji::tools
")
