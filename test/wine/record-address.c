// A browser, for the tests: appends the address that it is given to the file that ADDRESS_RECORD names.
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
  const char *name = getenv("ADDRESS_RECORD");
  FILE *record = name == NULL || count < 2 ? NULL : fopen(name, "ab");
  if (record == NULL) return 1;
  fprintf(record, "%s\n", words[1]);
  return fclose(record);
}
