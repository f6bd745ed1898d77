// The form of GET /metrics: OpenMetrics 1.0, which a collector reads line by line.
import { expect, it } from 'vitest'
import { createMeter, gauge } from '../../../src/base/meter.ts'
import { openMetrics } from '../../../src/http/metrics.ts'

it('counts, spreads durations over cumulative buckets, and leaves out what is not known', () => {
  const { requests, requestDurations } = createMeter()
  requests.add('route="v1.rows",status="200"')
  requests.add('route="v1.rows",status="200"', 2)
  for (const ms of [0.4, 3, 3, 11_000]) requestDurations.add('route="v1.rows"', ms)
  const text = openMetrics([
    { name: 'requests', help: 'Requests answered.', measure: requests },
    { name: 'request_seconds', unit: 'seconds', help: 'Time.', measure: requestDurations },
    { name: 'age_seconds', unit: 'seconds', help: 'Age.', measure: gauge({ '': null }) },
    { name: 'delay_seconds', unit: 'seconds', help: 'Delay.', measure: gauge({ 'quantile="1"': 0.25 }) },
  ])
  expect(text).toBe(`# TYPE windrow_requests counter
# HELP windrow_requests Requests answered.
windrow_requests_total{route="v1.rows",status="200"} 3
# TYPE windrow_request_seconds histogram
# UNIT windrow_request_seconds seconds
# HELP windrow_request_seconds Time.
windrow_request_seconds_bucket{route="v1.rows",le="0.001"} 1
windrow_request_seconds_bucket{route="v1.rows",le="0.005"} 3
windrow_request_seconds_bucket{route="v1.rows",le="0.02"} 3
windrow_request_seconds_bucket{route="v1.rows",le="0.1"} 3
windrow_request_seconds_bucket{route="v1.rows",le="0.5"} 3
windrow_request_seconds_bucket{route="v1.rows",le="2.0"} 3
windrow_request_seconds_bucket{route="v1.rows",le="10.0"} 3
windrow_request_seconds_bucket{route="v1.rows",le="+Inf"} 4
windrow_request_seconds_count{route="v1.rows"} 4
windrow_request_seconds_sum{route="v1.rows"} ${0.0004 + 0.003 + 0.003 + 11}
# TYPE windrow_age_seconds gauge
# UNIT windrow_age_seconds seconds
# HELP windrow_age_seconds Age.
# TYPE windrow_delay_seconds gauge
# UNIT windrow_delay_seconds seconds
# HELP windrow_delay_seconds Delay.
windrow_delay_seconds{quantile="1"} 0.25
# EOF
`)
})
