// The error when the storage engine can't be loaded; its message has advice. It is thrown while modules are loaded,
// before a command can catch it, so the command line recognises the class.

export class Unloadable extends Error {
  override readonly name = 'Unloadable'
}
