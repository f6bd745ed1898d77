// An output of text: standard output, standard error, or a stand-in.

/** The returned value is ignored. */
export interface Sink {
  write(text: string): unknown
}
