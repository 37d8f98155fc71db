// What Debian's zlib, compiled for glibc, takes from glibc and musl lacks.
#include <stdarg.h>
#include <stddef.h>

int vsnprintf(char *text, size_t size, const char *format, va_list arguments);

int __vsnprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, va_list arguments) {
  (void)flag, (void)room;
  return vsnprintf(text, size, format, arguments);
}

int __snprintf_chk(char *text, size_t size, int flag, size_t room, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = __vsnprintf_chk(text, size, flag, room, format, arguments);
  va_end(arguments);
  return length;
}
