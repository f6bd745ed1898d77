// Writes the list of a release and signs it.
import { type KeyObject, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LIST_NAME, type ProgramList, SIGNATURE_NAME } from '../../src/cli/commands/program/program-list.ts'

export type Download = ProgramList['downloads'][number]

/** Each key signs, a line for each; none writes no signature. */
export function writeList(folder: string, list: ProgramList, keys: readonly KeyObject[]): void {
  const bytes = Buffer.from(`${JSON.stringify(list, null, 2)}\n`)
  writeFileSync(join(folder, LIST_NAME), bytes)
  if (keys.length === 0) return
  const signatures = keys.map((key) => `${sign(null, bytes, key).toString('base64')}\n`)
  writeFileSync(join(folder, SIGNATURE_NAME), signatures.join(''))
}
