// Why a server could not begin to listen.

/** `code` is the system's: `EADDRINUSE`, `EACCES` … */
export class ListenFailed extends Error {
  override readonly name = 'ListenFailed'
  readonly code: string
  constructor(message: string, code: string) {
    super(message)
    this.code = code
  }
}
