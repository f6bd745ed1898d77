// The path of MCP on a server. Separate, so that requests can be compared with it without loading the rest.
export const MCP_PATH = '/mcp'
