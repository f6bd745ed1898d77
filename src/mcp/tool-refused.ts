// Separate, because parts of a desk throw it and tools import the desk.
/** Nothing was done; the message gives the reason and the next step. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
}
