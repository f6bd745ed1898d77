// How a tool says no; in a file of its own, because the parts of a desk throw it too, and tools import the desk.
/** Nothing was done; the message says why, and what to do. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
}
