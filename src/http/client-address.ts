// Who is at the other end of a request, for throttling and the audit.
import type { RequestEnv } from './request-target.ts'

/** The client's address, behind trusted proxies too; empty when there is no connection (tests). */
export const clientAddress = (env: RequestEnv | undefined): string =>
  env?.clientAddress ?? env?.incoming?.socket.remoteAddress ?? ''
