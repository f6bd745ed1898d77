// `windrow restore`: fills an empty data folder from a backup.
import { counted } from '../../../base/numeral.ts'
import { damageNamed } from '../../../app/backup/backup-store.ts'
import { restoreStore } from '../../../app/backup/restore-store.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { asFailure } from '../../with-app.ts'
import { withInputFile } from '../../streams/input.ts'
import { FILE } from '../../options.ts'

export const command: Runnable = {
  name: 'restore',
  summary: 'Fill an empty data folder from a backup',
  arguments: [{ value: FILE, summary: 'A file that windrow backup wrote' }],
  examples: ['windrow restore windrow-backup --data new-data'],
  run: (context, args) => withInputFile(context, args.argument('FILE'), (path) => restore(context, path)),
}

async function restore(context: CommandContext, path: string): Promise<void> {
  const { data } = context.config
  const progress = context.progress('restore', undefined, 'entries')
  try {
    const { entries } = await restoreStore(path, data, {
      signal: context.signal,
      onEntries: (done) => progress.update(done),
    })
    context.answer({ data, entries }, () => `${data}: ${counted(entries, 'entry', 'entries')} restored`)
    const warning = damageNamed(path)
    if (warning !== null) context.warn(warning)
    context.note(
      'sessions are not in a backup: everybody signs in again; nor are the answers kept for replays; ' +
        'windrow check looks at everything once more',
    )
  } catch (error) {
    throw asFailure(error)
  } finally {
    progress.end()
  }
}
