# run_tool(<result> command...): what it prints. Stops where it fails.
function(run_tool result)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE text RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "cannot run: ${command}")
  endif()
  set(${result} "${text}" PARENT_SCOPE)
endfunction()
