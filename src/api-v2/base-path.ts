// Separate, so that the address can be compared without loading the rest.
export const V2_BASE_PATH = '/api/v2'
