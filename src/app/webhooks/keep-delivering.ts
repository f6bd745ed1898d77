// Looks each second whether a running server has webhooks to deliver. Without a webhook it reads one key; the rest is
// loaded when there is one.
import { allWebhooks } from '../../store/records.ts'
import { freshen } from '../../store/view.ts'
import { claimSoleWork, giveUpSoleWork, keepSoleWork } from '../../store/volatile.ts'
import type { App } from '../app.ts'
import type { Deliverer, SendRules } from './deliver.ts'

const lookEveryMs = 1_000

interface Deliveries {
  /** Ends deliveries. Cuts running requests; their events are sent again later. */
  stop(): Promise<void>
}

export function keepDelivering(app: App, rules: SendRules = {}, everyMs = lookEveryMs): Deliveries {
  let held: { readonly claim: string; readonly deliverer: Deliverer } | null = null
  let looking: Promise<void> | null = null
  let isStopped = false

  const release = async (): Promise<void> => {
    const was = held
    held = null
    await was?.deliverer.stop()
    if (was !== null) giveUpSoleWork(app.store, 'webhooks', was.claim)
  }
  const look = async (): Promise<void> => {
    freshen(app.store)
    const isWanted = !isStopped && [...allWebhooks(app.store.main)].some(({ isOn }) => isOn)
    if (held !== null && (!isWanted || !keepSoleWork(app.store, 'webhooks', held.claim))) await release()
    if (!isWanted) return
    if (held === null) {
      const { createDeliverer } = await import('./deliver.ts')
      const claim = claimSoleWork(app.store, 'webhooks')
      if (claim === null) return
      held = { claim, deliverer: createDeliverer(app, rules) }
    }
    held.deliverer.look()
  }
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error: unknown) => app.log.warn('webhooks could not be looked at', { err: error }))
      .finally(() => (looking = null))
  }, everyMs)
  timer.unref()
  return {
    stop: async () => {
      clearInterval(timer)
      isStopped = true
      await looking
      await release()
    },
  }
}
