// `windrow doctor FILE…`: what files are, and which command takes each (docs/own-profile.md#what-is-this-file).
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { hasStore } from '../../../app/data-folder.ts'
import { storeTrouble } from '../../../app/open-app.ts'
import { recogniseFile } from '../../../app/game/recognise-file.ts'
import { gameOfStore, type StoreGame } from '../../../app/upkeep/look-inside.ts'
import type { CommandContext } from '../../command.ts'
import { EXIT } from '../../failure.ts'
import { plainLine } from '../../streams/lines.ts'

interface Looked {
  readonly file: string
  readonly what: string
  /** What to type, or what to do. */
  readonly next: string
  readonly ok: boolean
}

/** Exit 1 if a command takes none of them as it is, or not all. */
export async function doctorFiles(context: CommandContext, files: readonly string[]): Promise<number> {
  const found: Looked[] = []
  const store = await storeHere(context)
  for (const file of files) found.push({ file, ...(await lookAt(resolve(context.cwd, file), file, store)) })
  context.answer({ files: found }, () =>
    found.flatMap(({ file, what, next }) => [plainLine(`${file}: ${what}`), plainLine(`    ${next}`)]),
  )
  return found.every(({ ok }) => ok) ? EXIT.done : EXIT.failed
}

/** Null: there is no store with a game, or it cannot be read, which a warning says. */
async function storeHere(context: CommandContext): Promise<StoreGame | null> {
  const { data } = context.config
  if (!hasStore(data)) return null
  try {
    return await gameOfStore(data, context.clock)
  } catch (error) {
    const trouble = storeTrouble(error)
    if (trouble === null) throw error
    context.warn(trouble.message)
    return null
  }
}

async function lookAt(path: string, typed: string, store: StoreGame | null): Promise<Omit<Looked, 'file'>> {
  try {
    const there = statSync(path)
    if (!there.isFile() && !there.isDirectory())
      return { ok: false, what: 'no regular file', next: 'save its content to a file, and give that' }
    if (there.isFile()) {
      const { isTaken, what, next } = await recogniseFile(path, quoted(typed), store)
      return { ok: isTaken, what, next }
    }
    if (hasStore(path))
      return { ok: true, what: 'the data folder of a store', next: `windrow serve --data ${quoted(typed)}` }
    return { ok: true, what: 'a folder', next: `windrow doctor --game ${quoted(typed)}` }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return { ok: false, what: 'there is no such file', next: 'check the name' }
    if (code === 'EACCES' || code === 'EPERM')
      return { ok: false, what: 'you may not read it', next: 'ask its owner for the right to read it' }
    return { ok: false, what: `it can't be read (${code ?? message})`, next: 'try a copy of it' }
  }
}

/** As a shell takes it. */
export const quoted = (path: string): string => (/^[\w./:\\@%+=-]+$/.test(path) ? path : `"${path}"`)
