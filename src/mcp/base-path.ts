// The path of MCP on a server. It has its own file, so that a request can be compared with it before MCP is loaded.
export const MCP_PATH = '/mcp'
