// How hard a container is packed unless told otherwise. Apart from the packing: the table of commands says it at every start.

/** Of zstd. The real game makes twins of 61.9 MB with it; 19 makes 58.8 and takes three times the work. */
export const defaultLevel = 12
