// The default compression level, apart because the table of commands needs it at every start.

/** A zstd level. Copies of the real game take 61.9 MB with it; 19 takes 58.8 with three times the work. */
export const defaultLevel = 12
