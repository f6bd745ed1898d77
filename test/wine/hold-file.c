// hold-file.exe FILE SHARING: opens FILE for reading and keeps it open until standard input ends, as a scanner, a sync client
// or a running game does. SHARING: letters of what others may do meanwhile, r(ead), w(rite), d(elete); - for nothing.
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int count, char **words) {
  if (count < 3) return 2;
  DWORD sharing = (strchr(words[2], 'r') ? FILE_SHARE_READ : 0) | (strchr(words[2], 'w') ? FILE_SHARE_WRITE : 0) |
                  (strchr(words[2], 'd') ? FILE_SHARE_DELETE : 0);
  HANDLE file = CreateFileA(words[1], GENERIC_READ, sharing, 0, OPEN_EXISTING, 0, 0);
  printf(file == INVALID_HANDLE_VALUE ? "failed %lu\n" : "held\n", GetLastError());
  fflush(stdout);
  while (getchar() != EOF) {
  }
  return 0;
}
