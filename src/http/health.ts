// Answers GET /health, without a key and without a line of the log, because a watcher asks every few seconds.
import { Hono } from 'hono'
import type { HttpEnv } from './request-target.ts'

interface Health {
  readonly problem: { readonly code: string; readonly message: string } | null
  readonly schema: number
  readonly lastBackupSeconds: number | null
}

export function healthRoutes(version: string, healthNow: () => Health): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/health', (c) => {
    const { problem, schema, lastBackupSeconds } = healthNow()
    const said = { version, schema, last_backup_seconds: lastBackupSeconds }
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    if (problem === null) return c.json({ status: 'ok', ...said })
    return c.json({ status: 'failing', problem: problem.code, message: problem.message, ...said }, 503)
  })
  routes.notFound((c) => c.text('ask GET /health\n', 405, { Allow: 'GET, HEAD' }))
  return routes
}
