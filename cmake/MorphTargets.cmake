# SPDX-License-Identifier: MIT
#
# How a target of ours is made. Every library, program and test goes through one of
#
#   morph_add_library(<name> SOURCES … HEADERS … [PUBLIC_LIBS …] [PRIVATE_LIBS …])
#   morph_add_program(<name> SOURCES … [LIBS …])
#   morph_add_test(<name> LABEL unit|gl SOURCES … [LIBS …] [DEFINITIONS …] [TIMEOUT s])
#
# so that language level, warnings, sanitizers and labels are decided here and nowhere else.

# Warnings are a property of our targets, never of the directory: fetched dependencies keep theirs.
# -Wsign-conversion stays off: sizes meet glm's and OpenGL's signed integers on every other line.
add_library(morph_warnings INTERFACE)
target_compile_options(morph_warnings INTERFACE
  $<$<CXX_COMPILER_ID:GNU,Clang,AppleClang>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wno-sign-conversion>)

add_library(morph_sanitizers INTERFACE)
if(MORPH_SANITIZE)
  target_compile_options(morph_sanitizers INTERFACE
    -fsanitize=${MORPH_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(morph_sanitizers INTERFACE -fsanitize=${MORPH_SANITIZE})
endif()
if(MORPH_FUZZ)
  # What steers a fuzzer, what llvm-cov reports from its corpus, and checks of the standard
  # library's own, since a span that is left by one element often stays inside its allocation.
  target_compile_options(morph_sanitizers INTERFACE
    -fsanitize=fuzzer-no-link -fprofile-instr-generate -fcoverage-mapping -D_GLIBCXX_ASSERTIONS)
  target_link_options(morph_sanitizers INTERFACE
    -fsanitize=fuzzer-no-link -fprofile-instr-generate)
endif()

function(_morph_common_properties target)
  target_compile_features(${target} PUBLIC cxx_std_20)
  set_target_properties(${target} PROPERTIES
    CXX_STANDARD 20
    CXX_STANDARD_REQUIRED ON
    CXX_EXTENSIONS OFF
    COMPILE_WARNING_AS_ERROR "${MORPH_WARNINGS_AS_ERRORS}")
  # BUILD_INTERFACE keeps these two out of an exported package.
  target_link_libraries(${target} PRIVATE
    $<BUILD_INTERFACE:morph_warnings> $<BUILD_INTERFACE:morph_sanitizers>)
endfunction()

# A library morph_<name>, alias morph::<name>. HEADERS are the public ones (they are installed, and
# the target all_verify_interface_header_sets compiles each on its own); private headers belong to
# SOURCES. src/ is the include root: #include "morph/<name>/….h".
function(morph_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;PUBLIC_LIBS;PRIVATE_LIBS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "morph_add_library(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target morph_${name})
  add_library(${target} ${arg_SOURCES})
  add_library(morph::${name} ALIAS ${target})
  target_sources(${target} PUBLIC
    FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/src" FILES ${arg_HEADERS})
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC_LIBS} PRIVATE ${arg_PRIVATE_LIBS})
  _morph_common_properties(${target})
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    POSITION_INDEPENDENT_CODE ON
    VERIFY_INTERFACE_HEADER_SETS ON)
endfunction()

# A program called exactly <name>.
function(morph_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "morph_add_program(${name}): unknown arguments ${arg_UNPARSED_ARGUMENTS}")
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(${name} PRIVATE ${arg_LIBS})
  _morph_common_properties(${name})
  morph_keep_driver_symbols(${name})
endfunction()

# LeakSanitizer cannot name a leak of a driver that was unloaded before the report, and so cannot
# suppress it. In a sanitized build the executable overrides dlclose with one that does nothing
# (tests/support/noop_dlclose.c); -rdynamic lets the drivers see it.
function(morph_keep_driver_symbols target)
  if(MORPH_SANITIZE MATCHES "address|leak")
    if(NOT TARGET morph_noop_dlclose)
      add_library(morph_noop_dlclose OBJECT "${PROJECT_SOURCE_DIR}/tests/support/noop_dlclose.c")
    endif()
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:morph_noop_dlclose>)
    set_target_properties(${target} PROPERTIES ENABLE_EXPORTS ON)
  endif()
endfunction()

# What every test runs with in a sanitized build. Exit code 99, since 1 means "pictures differ".
# intercept_tls_get_addr: LeakSanitizer guesses where the driver's thread-local blocks are, and on a
# wrong guess its own tracer crashes, with some models every time.
if(MORPH_SANITIZE)
  string(JOIN ":" asan_options exitcode=99 detect_stack_use_after_return=1 strict_string_checks=1
    intercept_tls_get_addr=0)
  set(MORPH_TEST_ENVIRONMENT "ASAN_OPTIONS=${asan_options}" "UBSAN_OPTIONS=print_stacktrace=1")
else()
  set(MORPH_TEST_ENVIRONMENT "")
endif()

# One GoogleTest executable; each of its tests becomes a ctest <name>.<suite>.<test> with the label.
#   unit  no GL library linked      gl  headless context
# tests/ and src/ are include roots. Tests run in the binary folder of the CMakeLists that adds them.
function(morph_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "SOURCES;LIBS;DEFINITIONS")
  if(arg_UNPARSED_ARGUMENTS OR NOT arg_LABEL MATCHES "^(unit|gl)$")
    message(FATAL_ERROR "morph_add_test(${name}): LABEL unit|gl; got '${arg_LABEL}' "
      "${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_include_directories(${name} PRIVATE "${PROJECT_SOURCE_DIR}/tests" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${name} PRIVATE ${arg_DEFINITIONS})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gmock GTest::gtest_main)
  _morph_common_properties(${name})
  if(MORPH_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)  # sanitizers look at the library; this builds faster
  endif()
  morph_keep_driver_symbols(${name})
  set(properties LABELS ${arg_LABEL} TIMEOUT ${arg_TIMEOUT})
  if(MORPH_TEST_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT "${MORPH_TEST_ENVIRONMENT}")
  endif()
  # PRE_TEST asks for the list of tests when ctest runs, so that building needs no driver. Without
  # pretty values a test with parameters is called by its name alone, not by a print of its bytes.
  gtest_discover_tests(${name} NO_PRETTY_VALUES
    TEST_PREFIX "${name}." DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 PROPERTIES ${properties})
endfunction()
