// The storage engine cannot be loaded on this machine. Thrown while modules are loaded, before a command can catch it,
// so the command line recognises the class. The message tells what is needed.

export class Unloadable extends Error {
  override readonly name = 'Unloadable'
}
