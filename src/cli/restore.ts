// `windrow restore`: fills an empty data folder from a backup.
import { resolve } from 'node:path'
import { BackupRefused } from '../app/backup-store.ts'
import { restoreStore } from '../app/restore-store.ts'
import { StoreUnusable } from '../store/environment.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure } from './failure.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const path = resolve(context.cwd, args.argument('FILE'))
  const { data } = context.config
  const progress = context.progress('restore', undefined, 'entries')
  try {
    const { entries } = await restoreStore(path, data, {
      signal: context.signal,
      onEntries: (done) => progress.update(done),
    })
    context.answer({ data, entries }, () => `${data}: ${entries} entries restored`)
    context.note('sessions are not in a backup: everybody signs in again; windrow check looks at everything once more')
  } catch (error) {
    if (error instanceof BackupRefused || error instanceof StoreUnusable) throw new Failure(error.message)
    throw error
  } finally {
    progress.end()
  }
}
