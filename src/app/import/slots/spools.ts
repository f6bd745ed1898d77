// The temporary files of an import in the data folder, also those of a killed one.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from '../../../base/alive.ts'
import { removeSpool, SpooledFile } from './spooled-file.ts'

export interface Spools extends Disposable {
  open(slot: string): SpooledFile
}

const NAME = /^import-(\d+)-\w+\.spool$/

export function openSpools(folder: string): Spools {
  for (const name of readdirSync(folder)) {
    const pid = NAME.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeSpool(join(folder, name))
  }
  const opened: SpooledFile[] = []
  return {
    open(slot) {
      const spool = new SpooledFile(join(folder, `import-${process.pid}-${slot}.spool`))
      opened.push(spool)
      return spool
    },
    [Symbol.dispose]() {
      for (const spool of opened) spool.close()
    },
  }
}
