// The storage engine cannot be loaded on this machine; the message has advice. Thrown while modules are loaded, before a
// command can catch it, so the command line recognises the class.

export class Unloadable extends Error {
  override readonly name = 'Unloadable'
}
