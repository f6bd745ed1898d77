// A file of lines that a command writes while it works, renamed to its final name at the end unless it is a stream.
import { createWriteStream, openSync, realpathSync, rmSync } from 'node:fs'
import { finished } from 'node:stream/promises'
import { replaceFile } from '../../base/whole-file.ts'
import { Failure } from '../failure.ts'
import type { OutputTarget } from './output.ts'

export interface LineFile {
  write(line: string): void
  /** Gives the file its final name. Rejects if a line could not be written. */
  keep(): Promise<void>
  drop(): void
}

/** Opens the file. Call it before the work, so that a file that can't be written is found early. */
export function openLineFile(target: OutputTarget): LineFile {
  if (typeof target !== 'string') {
    let last = Promise.resolve()
    return {
      write: (line) => {
        last = last.then(() => target.append(`${line}\n`))
        last.catch(() => {})
      },
      keep: () => last,
      drop: () => {},
    }
  }
  const path = behindLink(target)
  const temporary = `${path}.${process.pid}.tmp`
  const stream = createWriteStream(temporary, { fd: openTemporary(temporary, target) })
  const failed: { error?: Error } = {}
  stream.on('error', (error) => {
    failed.error = error
  })
  return {
    write: (line) => void stream.write(`${line}\n`),
    async keep() {
      stream.end()
      if (failed.error === undefined) await finished(stream).catch(() => {})
      if (failed.error !== undefined) throw failed.error
      await replaceFile(temporary, path)
    },
    drop() {
      stream.destroy()
      rmSync(temporary, { force: true })
    },
  }
}

function behindLink(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}

function openTemporary(temporary: string, path: string): number {
  try {
    return openSync(temporary, 'w')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(`the report ${path} cannot be written (${code}); name a file in a folder that can be written to`)
  }
}
