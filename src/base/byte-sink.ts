// An output that is written from beginning to end: a pipe, a device, standard output.

export interface ByteSink {
  /** Resolves when more may be written; rejects when the reader is gone or the work must end. */
  readonly append: (bytes: Uint8Array | string) => Promise<void>
}
