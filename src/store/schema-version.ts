// The version of the store's layout. It goes up with every change that an older windrow could misread.
export const STORE_SCHEMA = 1
