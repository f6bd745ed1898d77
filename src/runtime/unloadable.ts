// The storage engine cannot be loaded on this machine. It is thrown while modules are loaded, before any command can catch
// it, so the command line knows it by this class; the message says what is needed.

export class Unloadable extends Error {
  override readonly name = 'Unloadable'
}
