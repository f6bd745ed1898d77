// Answers GET /metrics in the form of OpenMetrics 1.0, which Prometheus reads
// (https://github.com/prometheus/OpenMetrics/blob/main/specification/OpenMetrics.md).
import { Hono } from 'hono'
import type { Metric } from '../base/meter.ts'
import type { HttpEnv } from './request-target.ts'

const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8'

interface Asked {
  readonly mayRead: (request: Request) => boolean
  /** The metrics at this moment. `heldBytes`: the bytes of request bodies in memory. */
  readonly metricsNow: (heldBytes: number) => readonly Metric[]
}

/** The route for collectors of metrics. They ask every few seconds, so it writes no line of the log. */
export function metricsRoutes({ mayRead, metricsNow }: Asked): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  routes.get('/metrics', (c) => {
    c.header('Cache-Control', 'no-store')
    c.header('X-Content-Type-Options', 'nosniff')
    if (!mayRead(c.req.raw)) {
      c.header('WWW-Authenticate', 'Bearer')
      return c.text('send an API key of an admin, as Authorization: Bearer KEY\n', 401)
    }
    return c.body(openMetrics(metricsNow(c.env?.bodies?.heldBytes ?? 0)), 200, { 'Content-Type': OPEN_METRICS })
  })
  routes.notFound((c) => c.text('ask GET /metrics\n', 405, { Allow: 'GET, HEAD' }))
  return routes
}

export function openMetrics(metrics: readonly Metric[]): string {
  const lines = metrics.flatMap(({ name, unit, help, measure }) => {
    const family = `windrow_${name}`
    return [
      `# TYPE ${family} ${measure.type}`,
      ...(unit === undefined ? [] : [`# UNIT ${family} ${unit}`]),
      `# HELP ${family} ${help}`,
      ...measure
        .samples()
        .map(({ suffix, labels, value }) => `${family}${suffix}${labels === '' ? '' : `{${labels}}`} ${value}`),
    ]
  })
  return `${[...lines, '# EOF'].join('\n')}\n`
}
