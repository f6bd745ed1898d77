// The client's address, for throttling and the audit.
import type { RequestEnv } from './request-target.ts'

/** Also behind trusted proxies; empty without a connection (tests). */
export const clientAddress = (env: RequestEnv | undefined): string =>
  env?.clientAddress ?? env?.incoming?.socket.remoteAddress ?? ''
