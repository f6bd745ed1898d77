// What is written to from its beginning to its end, without going back: a pipe, a device, standard output.

export interface ByteSink {
  /** Resolves when more may be written; rejects when nobody reads any more, or the work is to end. */
  readonly append: (bytes: Uint8Array | string) => Promise<void>
}
