// `windrow backup`: a consistent copy of the store in one file, also while the server runs.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { BackupRefused, backupStore } from '../app/backup-store.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure } from './failure.ts'
import { withApp } from './with-app.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const path = resolve(context.cwd, args.argument('FILE'))
  await withApp(
    context,
    async ({ store }) => {
      const progress = context.progress('backup', undefined, 'entries')
      try {
        const { entries } = await backupStore(store, path, {
          signal: context.signal,
          onEntries: (done) => progress.update(done),
        })
        const sizeBytes = statSync(path).size
        context.answer(
          { file: path, entries, bytes: sizeBytes },
          () => `${path}: ${entries} entries, ${sizeBytes} bytes`,
        )
        context.note('it holds the digests of keys and passwords: keep it where only you can read it')
      } catch (error) {
        if (error instanceof BackupRefused) throw new Failure(error.message)
        throw error
      } finally {
        progress.end()
      }
    },
    { needsStore: true },
  )
}
