// How a tool says no; apart, because what a desk is made of says it too.
/** Nothing was done; the message says why, and what to do. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
}
