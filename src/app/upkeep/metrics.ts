// What GET /metrics tells of this process (docs/operations.md#metrics): nothing of texts or people.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { freeBytesIn } from '../../base/disk-room.ts'
import { countRequests, gauge, type Metric } from '../../base/meter.ts'
import { hasPermission } from '../../domain/access.ts'
import { SearchIndexer } from '../../search/upkeep.ts'
import type { App } from '../app.ts'
import { latestGoodBackup } from '../backup/kept-backups.ts'
import { storeBytes } from '../data-folder.ts'
import { authenticate, beginRequest } from '../people/admit-request.ts'

/** Whether a key may read metrics. If other machines reach the server, only keys of people who may change settings may. */
export function mayReadMetrics(app: App, secret: string | undefined): boolean {
  beginRequest(app)
  const actor = authenticate(app, secret, ['agent'])
  return actor.ok && hasPermission(actor.value.user.role, 'manage_settings')
}

/** The metrics of this process. `heldBytes`: how many bytes of request bodies are in memory. */
export function metricsOf(app: App, version: string, heldBytes: number): readonly Metric[] {
  beginRequest(app)
  countRequests(app.meter)
  const { store, clock, meter, backups, work } = app
  const [seconds, bytes] = ['seconds', 'bytes'] as const
  const one = (value: number | null) => gauge({ '': value })
  const nowMs = clock.nowMs()
  const backup = latestGoodBackup(backups.folder, nowMs)
  const backupAge = backup === undefined ? null : Math.max(0, (nowMs - backup.timeMs) / 1000)
  return [
    { name: 'build', help: 'Always 1.', measure: gauge({ [`version="${version}"`]: 1 }) },
    { name: 'requests', help: 'Requests answered.', measure: meter.requests },
    { name: 'request_seconds', unit: seconds, help: 'Time to answer a request.', measure: meter.requestDurations },
    { name: 'refusals', help: 'Requests and items of batches refused.', measure: meter.refusals },
    { name: 'batch_items', help: 'Items of batches.', measure: meter.batchItems },
    { name: 'writer_wait_seconds', unit: seconds, help: 'How long writes waited.', measure: meter.writerWaits },
    { name: 'bodies_held_bytes', unit: bytes, help: 'Bodies of requests in memory.', measure: one(heldBytes) },
    { name: 'memory_bytes', unit: bytes, help: 'Memory of this process.', measure: one(process.memoryUsage.rss()) },
    {
      name: 'loop_delay_seconds',
      unit: seconds,
      help: 'How late the main thread got to its work since the last request.',
      measure: gauge(loopDelays()),
    },
    { name: 'store_bytes', unit: bytes, help: 'Size of the store.', measure: one(storeBytes(store.folder)) },
    { name: 'disk_free_bytes', unit: bytes, help: 'Free space on its disk.', measure: one(freeBytesIn(store.folder)) },
    {
      name: 'search_segments_outdated',
      help: 'Parts of the search index, of 32,768 rows each, that must be rebuilt.',
      measure: one(new SearchIndexer(app).countToMake()),
    },
    {
      name: 'work_index_behind',
      help: '1: rows that changed a moment ago are not in the index of work yet.',
      measure: one(work.index.isInLine ? 0 : 1),
    },
    { name: 'backup_age_seconds', unit: seconds, help: 'Age of the latest automatic backup.', measure: one(backupAge) },
    {
      name: 'store_flush_failed',
      help: '1: nothing is saved until windrow is restarted.',
      measure: one(store.faults.flushFailed ? 1 : 0),
    },
  ]
}

const nanosecond = 1e-9
const resolutionMs = 20
let delays: ReturnType<typeof monitorEventLoopDelay> | null = null

/**
 * How late the event loop comes back. Measured from the first look on, because the timer for it costs a server something. Empty on Deno,
 * which can't measure it.
 */
function loopDelays(): Readonly<Record<string, number>> {
  if (process.versions['deno'] !== undefined) return {}
  if (delays === null) {
    delays = monitorEventLoopDelay({ resolution: resolutionMs })
    delays.enable()
    return {}
  }
  const late = (ns: number): number => Math.max(0, ns * nanosecond - resolutionMs / 1000)
  const [half, most, all] = [delays.percentile(50), delays.percentile(99), delays.max]
  delays.reset()
  return { 'quantile="0.5"': late(half), 'quantile="0.99"': late(most), 'quantile="1"': late(all) }
}
