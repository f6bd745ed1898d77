// What went wrong with the disk, remembered for as long as it matters. A commit that failed before its flush left nothing
// and the next one may succeed (disk full). After a failed flush nobody knows what the disk holds: the kernel may have
// dropped the pages, so nothing may be promised until the store has been opened anew.

export class Faults {
  flushFailed = false
  /** Called with each failed commit; the composition root logs it. */
  onFault: (error: unknown, isFlush: boolean) => void = () => {}

  /** Takes a rejected commit of lmdb-js, whose second promise (`commitError`) must be caught too. */
  report(error: unknown): void {
    const detail = (error as { commitError?: Promise<unknown> }).commitError
    if (detail === undefined) {
      this.#note(error)
      return
    }
    detail.then(
      (value) => this.#note(value),
      (reason: unknown) => this.#note(reason),
    )
  }

  #note(error: unknown): void {
    const isFlush = isFlushError(error)
    if (isFlush) this.flushFailed = true
    this.onFault(error, isFlush)
  }
}

/** Full disks (ENOSPC, EDQUOT, EFBIG, MDB_MAP_FULL) fail before the flush; an I/O error may be the flush itself. */
const isFlushError = (error: unknown): boolean =>
  /Input\/output error|\bEIO\b|code 5\b/.test(String((error as Error)?.message ?? error))
