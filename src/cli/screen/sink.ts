// Where the command line writes to: standard output or standard error, or what stands in for them.

/** Where text goes; what it gives back is of no interest. */
export interface Sink {
  write(text: string): unknown
}
