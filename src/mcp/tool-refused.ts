// The error of an MCP tool that refuses. Separate from the tools, because modules that they import throw it too.
/** A tool did nothing; the message gives the reason and the next step. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
}
