// A stand-in for userenv.dll that lets the unmodified Windows executable run under Wine. For tests only.
// node.exe imports one function from userenv.dll; loading this one first gives the chance to mend, in this process only,
// four things that Windows has and Wine lacks:
//   1 LMDB maps a view that is larger than its file (MEM_RESERVE). Wine answers STATUS_INVALID_VIEW_SIZE: map a section of that size.
//     And it commits pages of that view with VirtualAlloc; Wine says they are committed already: take that for a yes.
//   2 libuv switches a pipe to byte mode, waits in a thread for what comes and asks how much it is; for a pipe of Linux Wine refuses,
//     does not wait, and refuses: say yes, and ask Linux itself.
//   3 Wine 8 has VirtualAlloc2 but not its placeholders: hide it, V8 then does without.
//   4 Wine 8 has no intervals for the signs of life of a connection, which fetch sets: say yes.
#include <windows.h>
#include <stdint.h>
#include <string.h>

typedef LONG NTSTATUS_;
typedef NTSTATUS_(WINAPI *CreateSection_t)(HANDLE *, ULONG, void *, LARGE_INTEGER *, ULONG, ULONG, HANDLE);
typedef NTSTATUS_(WINAPI *MapView_t)(HANDLE, HANDLE, void **, ULONG_PTR, SIZE_T, LARGE_INTEGER *, SIZE_T *, int, ULONG, ULONG);
typedef BOOL(WINAPI *PipeState_t)(HANDLE, DWORD *, DWORD *, DWORD *);
typedef void *(WINAPI *Alloc2_t)(HANDLE, void *, SIZE_T, ULONG, ULONG, void *, ULONG);

typedef NTSTATUS_(WINAPI *Alloc_t)(HANDLE, void **, ULONG_PTR, SIZE_T *, ULONG, ULONG);

static CreateSection_t real_create;
static Alloc_t real_alloc;
static MapView_t real_map;
static PipeState_t real_pipe;

static SRWLOCK lock = SRWLOCK_INIT;
static struct { HANDLE section, file; ULONG access, prot, attr; } seen[64];
static unsigned next;

static NTSTATUS_ WINAPI my_create(HANDLE *out, ULONG access, void *oa, LARGE_INTEGER *size, ULONG prot, ULONG attr, HANDLE file) {
  NTSTATUS_ rc = real_create(out, access, oa, size, prot, attr, file);
  if (rc == 0 && file && !size && (attr & 0x4000000)) { // SEC_RESERVE
    AcquireSRWLockExclusive(&lock);
    unsigned i = next++ % 64;
    seen[i].section = *out; seen[i].file = file; seen[i].access = access; seen[i].prot = prot; seen[i].attr = attr;
    ReleaseSRWLockExclusive(&lock);
  }
  return rc;
}

static NTSTATUS_ WINAPI my_map(HANDLE s, HANDLE p, void **addr, ULONG_PTR z, SIZE_T commit, LARGE_INTEGER *off, SIZE_T *size, int inherit, ULONG type, ULONG prot) {
  void *wish = *addr; SIZE_T length = *size;
  NTSTATUS_ rc = real_map(s, p, addr, z, commit, off, size, inherit, type, prot);
  if ((ULONG)rc != 0xc000001f) return rc; // STATUS_INVALID_VIEW_SIZE
  int found = -1;
  AcquireSRWLockShared(&lock);
  for (int i = 0; i < 64; i++) if (seen[i].section == s && seen[i].file) found = i;
  HANDLE file = found < 0 ? 0 : seen[found].file; ULONG access = found < 0 ? 0 : seen[found].access, sprot = found < 0 ? 0 : seen[found].prot, attr = found < 0 ? 0 : seen[found].attr;
  ReleaseSRWLockShared(&lock);
  if (found < 0) return rc;
  LARGE_INTEGER whole; whole.QuadPart = (off ? off->QuadPart : 0) + (LONGLONG)length;
  HANDLE larger;
  NTSTATUS_ rc2 = real_create(&larger, access, 0, &whole, sprot, attr, file);
  if (rc2) return rc2;
  *addr = wish; *size = length;
  rc2 = real_map(larger, p, addr, z, commit, off, size, inherit, type, prot);
  CloseHandle(larger);
  return rc2;
}

static NTSTATUS_ WINAPI my_alloc(HANDLE p, void **addr, ULONG_PTR z, SIZE_T *size, ULONG type, ULONG prot) {
  NTSTATUS_ rc = real_alloc(p, addr, z, size, type, prot);
  return (ULONG)rc == 0xc0000021 && type == MEM_COMMIT && prot == PAGE_READONLY ? 0 : rc; // STATUS_ALREADY_COMMITTED
}

static BOOL WINAPI my_pipe(HANDLE h, DWORD *mode, DWORD *a, DWORD *b) {
  if (real_pipe(h, mode, a, b)) return TRUE;
  return GetFileType(h) == FILE_TYPE_PIPE && !a && !b;
}

typedef BOOL(WINAPI *Peek_t)(HANDLE, void *, DWORD, DWORD *, DWORD *, DWORD *);
typedef BOOL(WINAPI *Read_t)(HANDLE, void *, DWORD, DWORD *, OVERLAPPED *);
typedef BOOL(WINAPI *Cancel_t)(HANDLE);
typedef int(CDECL *HandleToFd_t)(HANDLE, unsigned, int *, unsigned *);
static Peek_t real_peek;
static Read_t real_read;
static Cancel_t real_cancel;
static HandleToFd_t handle_to_fd;
static volatile LONG cancels;

enum { LINUX_CLOSE = 3, LINUX_POLL = 7, LINUX_IOCTL = 16, FIONREAD_ = 0x541b, POLLIN_ = 1, POLL_MS = 20 };
static long long ask_linux(long long call, long long a, long long b, long long c) {
  long long answer;
  __asm__ volatile("syscall" : "=a"(answer) : "a"(call), "D"(a), "S"(b), "d"(c) : "rcx", "r11", "memory");
  return answer;
}
/* Whether reading a pipe of Linux would not wait, within so many milliseconds; and how much is there, 0 at its end. */
static BOOL is_readable(HANDLE pipe, int ms, DWORD *waiting) {
  struct { int fd; short wanted, found; } poll = {-1, POLLIN_, 0};
  int bytes = 0;
  if (handle_to_fd(pipe, FILE_READ_DATA, &poll.fd, 0)) return FALSE;
  BOOL ready = ask_linux(LINUX_POLL, (long long)&poll, 1, ms) > 0;
  if (ready) ask_linux(LINUX_IOCTL, poll.fd, FIONREAD_, (long long)&bytes);
  ask_linux(LINUX_CLOSE, poll.fd, 0, 0);
  *waiting = bytes;
  return ready;
}
static BOOL WINAPI my_peek(HANDLE h, void *buffer, DWORD size, DWORD *read, DWORD *waiting, DWORD *left) {
  if (real_peek(h, buffer, size, read, waiting, left)) return TRUE;
  DWORD error = GetLastError();
  if (error == ERROR_BROKEN_PIPE || buffer || !waiting || GetFileType(h) != FILE_TYPE_PIPE) return FALSE;
  if (!is_readable(h, 0, waiting) || *waiting > 0) return TRUE;
  SetLastError(ERROR_BROKEN_PIPE);
  return FALSE;
}
/* Reading nothing is how libuv waits for input on a thread of its own. Wine does not wait: the main thread would. */
static BOOL WINAPI my_read(HANDLE h, void *buffer, DWORD size, DWORD *read, OVERLAPPED *overlapped) {
  LONG before = cancels;
  DWORD waiting = 0;
  if (size == 0 && !overlapped && GetFileType(h) == FILE_TYPE_PIPE && !real_peek(h, 0, 0, 0, &waiting, 0) && GetLastError() != ERROR_BROKEN_PIPE)
    while (!is_readable(h, POLL_MS, &waiting))
      if (cancels != before) {
        SetLastError(ERROR_OPERATION_ABORTED);
        return FALSE;
      }
  return real_read(h, buffer, size, read, overlapped);
}
static BOOL WINAPI my_cancel(HANDLE thread) {
  InterlockedIncrement(&cancels);
  return real_cancel(thread);
}

typedef int(WINAPI *Option_t)(UINT_PTR, int, int, const char *, int);
static Option_t real_option;
static int WINAPI my_option(UINT_PTR socket, int level, int name, const char *value, int size) {
  BOOL keeps_alive = level == 6 && (name == 3 || name == 16 || name == 17); // IPPROTO_TCP; TCP_KEEPIDLE, TCP_KEEPCNT, TCP_KEEPINTVL
  return real_option(socket, level, name, value, size) && !keeps_alive ? -1 : 0;
}

static void *stub_copy(void *function) {
  unsigned char *copy = VirtualAlloc(0, 4096, MEM_COMMIT | MEM_RESERVE, PAGE_EXECUTE_READWRITE);
  memcpy(copy, function, 32);
  return copy;
}
static void redirect(void *function, void *to) {
  DWORD old; unsigned char *at = function;
  VirtualProtect(at, 16, PAGE_EXECUTE_READWRITE, &old);
  at[0] = 0x48; at[1] = 0xb8; memcpy(at + 2, &to, 8); at[10] = 0xff; at[11] = 0xe0; // mov rax, to; jmp rax
  VirtualProtect(at, 16, old, &old);
  FlushInstructionCache(GetCurrentProcess(), at, 16);
}
/* Replaces a function among the imports of the main module, which it names or numbers. Gives the function that it was. */
static void *replace_import(const char *module, const char *name, void *to) {
  void *was = (void *)GetProcAddress(GetModuleHandleA(module), name);
  unsigned char *base = (unsigned char *)GetModuleHandleA(0);
  IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
  IMAGE_IMPORT_DESCRIPTOR *d = (void *)(base + nt->OptionalHeader.DataDirectory[1].VirtualAddress);
  for (; was && d->Name; d++)
    for (IMAGE_THUNK_DATA *f = (void *)(base + d->FirstThunk); f->u1.Function; f++) {
      if ((void *)f->u1.Function != was) continue;
      DWORD old; VirtualProtect(f, 8, PAGE_READWRITE, &old);
      f->u1.Function = (ULONG_PTR)to;
      VirtualProtect(f, 8, old, &old);
    }
  return was;
}
static void hide_export(HMODULE m, const char *name) {
  unsigned char *base = (unsigned char *)m;
  IMAGE_NT_HEADERS *nt = (IMAGE_NT_HEADERS *)(base + ((IMAGE_DOS_HEADER *)base)->e_lfanew);
  IMAGE_EXPORT_DIRECTORY *e = (void *)(base + nt->OptionalHeader.DataDirectory[0].VirtualAddress);
  DWORD *names = (DWORD *)(base + e->AddressOfNames);
  for (DWORD i = 0; i < e->NumberOfNames; i++) {
    char *at = (char *)base + names[i];
    if (strcmp(at, name)) continue;
    DWORD old; VirtualProtect(at, 32, PAGE_READWRITE, &old);
    at[strlen(at) - 1] = '!';
    VirtualProtect(at, 32, old, &old);
  }
}

BOOL WINAPI DllMain(HINSTANCE self, DWORD reason, void *unused) {
  if (reason != DLL_PROCESS_ATTACH) return TRUE;
  HMODULE ntdll = GetModuleHandleA("ntdll.dll"), kb = GetModuleHandleA("kernelbase.dll");
  if (!GetProcAddress(ntdll, "wine_get_version")) return TRUE;
  void *create = GetProcAddress(ntdll, "NtCreateSection"), *map = GetProcAddress(ntdll, "NtMapViewOfSection");
  real_create = stub_copy(create); real_map = stub_copy(map);
  void *alloc = GetProcAddress(ntdll, "NtAllocateVirtualMemory");
  real_alloc = stub_copy(alloc); redirect(alloc, my_alloc);
  redirect(create, my_create); redirect(map, my_map);
  real_pipe = replace_import("kernel32.dll", "SetNamedPipeHandleState", my_pipe);
  real_option = replace_import("ws2_32.dll", "setsockopt", my_option);
  handle_to_fd = (HandleToFd_t)GetProcAddress(ntdll, "wine_server_handle_to_fd");
  real_peek = replace_import("kernel32.dll", "PeekNamedPipe", my_peek);
  real_read = replace_import("kernel32.dll", "ReadFile", my_read);
  real_cancel = replace_import("kernel32.dll", "CancelSynchronousIo", my_cancel);
  Alloc2_t alloc2 = (Alloc2_t)GetProcAddress(kb, "VirtualAlloc2");
  if (alloc2) {
    void *m = alloc2(GetCurrentProcess(), 0, 65536, 0x42000, PAGE_NOACCESS, 0, 0);
    if (m) VirtualFree(m, 0, MEM_RELEASE); else hide_export(kb, "VirtualAlloc2");
  }
  return TRUE;
}

__declspec(dllexport) BOOL WINAPI GetUserProfileDirectoryW(HANDLE token, WCHAR *dir, DWORD *size) {
  DWORD need = GetEnvironmentVariableW(L"USERPROFILE", 0, 0);
  if (!dir || *size < need) { *size = need; SetLastError(ERROR_INSUFFICIENT_BUFFER); return FALSE; }
  *size = GetEnvironmentVariableW(L"USERPROFILE", dir, *size) + 1;
  return TRUE;
}
