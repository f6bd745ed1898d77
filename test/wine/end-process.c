// end-process NUMBER: ends a process at once, as the Task Manager does. Wine's taskkill leaves the code of a clean end behind.
#include <windows.h>
#include <stdlib.h>

int main(int count, char **words) {
  HANDLE process = count < 2 ? NULL : OpenProcess(PROCESS_TERMINATE, FALSE, strtoul(words[1], NULL, 10));
  return process != NULL && TerminateProcess(process, 1) ? 0 : 1;
}
