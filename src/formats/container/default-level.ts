// The default level of packing a container. A separate file, because the table of commands needs it at every start.

/** Of zstd. Twins of the real game take 61.9 MB with it; 19 makes 58.8 with three times the work. */
export const defaultLevel = 12
