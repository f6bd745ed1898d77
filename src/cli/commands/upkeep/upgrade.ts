// `windrow upgrade-store`: upgrades an older store; `serve` and `up` do so too.
import { resolve } from 'node:path'
import { hasStore } from '../../../app/data-folder.ts'
import { type Upgraded, upgradeStore } from '../../../app/backup/upgrade-store.ts'
import { keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { asFailure } from '../../with-app.ts'

const MiB = 2 ** 20

export const command: Runnable = {
  name: 'upgrade-store',
  formerName: 'upgrade',
  summary: 'Upgrade a store of an earlier windrow; the old file is kept',
  details: [
    'serve and up do so too. No other process may have the store open. An interrupted upgrade leaves the store unchanged.',
  ],
  examples: ['windrow upgrade-store', 'windrow upgrade-store --data old-data'],
  async run(context) {
    const { data } = context.config
    keepHeapSmall()
    if (!hasStore(data)) throw new Failure(`there is no store in ${data}; name the folder with --data`)
    const upgraded = await bringOver(context)
    if (upgraded === null) return context.answer({ data, upgraded: false }, () => `${data}: nothing to do`)
    context.answer({ data, upgraded: true, ...upgraded }, () => `${data}: schema ${upgraded.from} → ${upgraded.to}`)
  },
}

/** Upgrades the store. Null: it needs no upgrade. */
export async function bringOver(context: CommandContext): Promise<Upgraded | null> {
  const { config, clock, signal } = context
  const labels = { entries: 'upgrade', keep: 'keep the old file', switch: 'switch' } as const
  const shown: { part: string; progress: ReturnType<CommandContext['progress']> | null } = { part: '', progress: null }
  try {
    const upgraded = await upgradeStore(config.data, clock, {
      signal,
      onStep(part, done, total) {
        if (shown.part === '')
          context.note('the store comes from an earlier windrow and is being upgraded; the old file is kept')
        if (part !== shown.part) {
          shown.progress?.end()
          shown.part = part
          shown.progress = context.progress(labels[part], total, 'entries')
        }
        shown.progress?.update(done)
      },
    })
    if (upgraded !== null) {
      const { kept, bytesBefore, bytesAfter } = upgraded
      const [before, after] = [bytesBefore, bytesAfter].map((bytes) => Math.ceil(bytes / MiB))
      context.note(`done: ${before} MiB became ${after} MiB; the old file is in ${resolve(kept)}`)
      context.note(`to go back to it, start the earlier windrow: windrow serve --data ${asWord(resolve(kept))}`)
    }
    return upgraded
  } catch (error) {
    throw asFailure(error)
  } finally {
    shown.progress?.end()
  }
}

/** A path as a word for a shell, in quotes where it needs them. */
const asWord = (path: string): string => (/^[\w@%+=:,./\\-]+$/.test(path) ? path : `"${path}"`)
