// The base path of API v2. It has its own file, so that a request can be compared with it before the API is loaded.
export const V2_BASE_PATH = '/api/v2'
