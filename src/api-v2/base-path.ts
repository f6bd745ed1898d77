// The base path of API v2, in a separate file so that it can be compared without loading the API.
export const V2_BASE_PATH = '/api/v2'
