// Separate, so that the address can be compared without loading the rest.
export const MCP_PATH = '/mcp'
