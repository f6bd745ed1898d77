// The error of an MCP tool that refuses. It has its own file, because modules that the tools import throw it too.
/** A tool did nothing; the message gives the reason and the next step. */
export class ToolRefused extends Error {
  override readonly name = 'ToolRefused'
}
