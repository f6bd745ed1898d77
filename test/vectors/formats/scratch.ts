// A folder of its own for the files of one test file, removed afterwards, and the reading of a file in one call.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { DamagedFile } from '../../../packages/formats/src/damage.ts'
import type { GameText, OpenOptions } from '../../../packages/formats/src/game-text.ts'
import { openGameText } from '../../../packages/formats/src/open-game-text.ts'
import type { TextEntry } from '../../../packages/formats/src/text-entry.ts'

export interface Scratch {
  readonly folder: string
  path(name: string): string
  write(name: string, bytes: string | Uint8Array): string
  names(): string[]
}

export function makeScratch(): Scratch {
  const folder = mkdtempSync(join(tmpdir(), 'windrow-formats-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const path = (name: string): string => join(folder, name)
  return {
    folder,
    path,
    write(name, bytes) {
      writeFileSync(path(name), bytes)
      return path(name)
    },
    names: () => readdirSync(folder),
  }
}

/** Every entry of a game text, in order. */
export async function entriesOf(text: GameText): Promise<TextEntry[]> {
  const entries: TextEntry[] = []
  for await (const batch of text.entries()) entries.push(...batch)
  return entries
}

/** Opens a file and reads it to its end. */
export async function readFile(
  path: string,
  options: Partial<OpenOptions> = {},
): Promise<{ text: GameText; entries: TextEntry[] }> {
  const text = await openGameText(path, { role: 'source', ...options })
  return { text, entries: await entriesOf(text) }
}

/** The pairs that matter when two files are compared. */
export const pairs = (entries: readonly TextEntry[]): [string, string | null][] =>
  entries.map(({ id, text }) => [id, text])

/** Reads what stands in a dump, and the sentence of its refusal, from a folder of its own. */
export function makeDumps() {
  const scratch = makeScratch()
  const readText = (content: string | Uint8Array, options: Partial<OpenOptions> = {}) =>
    readFile(scratch.write('dump.txt', content), options)
  const textsOf = async (content: string | Uint8Array, options: Partial<OpenOptions> = {}) =>
    pairs((await readText(content, options)).entries)
  const refusalOf = async (content: string | Uint8Array, options: Partial<OpenOptions> = {}): Promise<string> => {
    const error: unknown = await readText(content, options).then(
      () => 'not refused',
      (e: unknown) => e,
    )
    expect(error).toBeInstanceOf(DamagedFile)
    return (error as DamagedFile).message
  }
  return { readText, textsOf, refusalOf }
}
