// `windrow backup`: a consistent copy of the store in one file, even while a server runs.
import { counted } from '../../../base/numeral.ts'
import { statSync } from 'node:fs'
import type { App } from '../../../app/app.ts'
import { remedyOf } from '../../../app/backup/found-damage.ts'
import { Refused } from '../../../app/refused.ts'
import { backupStore, streamBackup } from '../../../app/backup/backup-store.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { type OutputTarget, withOutput } from '../../streams/output.ts'
import { withApp } from '../../with-app.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const name = args.argument('FILE')
  await withOutput(context, name, (target) =>
    withApp(context, async ({ store }) => await writeBackup(context, store, target, name), { needsStore: true }),
  )
}

async function writeBackup(
  context: CommandContext,
  store: App['store'],
  target: OutputTarget,
  name: string,
): Promise<void> {
  const progress = context.progress('backup', undefined, 'entries')
  const watching = { signal: context.signal, onEntries: (done: number) => progress.update(done) }
  try {
    if (typeof target === 'string') {
      const { path, entries, damage } = await backupStore(store, target, watching)
      if (damage !== null)
        throw new Refused({ code: 'backup_of_damaged', problem: damage.problem, path, remedy: remedyOf(damage) })
      const sizeBytes = statSync(path).size
      context.answer(
        { file: path, entries, bytes: sizeBytes },
        () => `${path}: ${counted(entries, 'entry', 'entries')}, ${counted(sizeBytes, 'byte')}`,
      )
    } else {
      const { entries } = await streamBackup(store, target, watching)
      context.answer({ file: name, entries }, () => `${counted(entries, 'entry', 'entries')} written to ${name}`)
    }
    context.note('it holds the digests of keys and passwords: keep it where only you can read it')
  } finally {
    progress.end()
  }
}
