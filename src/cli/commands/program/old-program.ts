// The executable of before, which an update leaves beside the new one: windrow.old, on Windows windrow.old.exe.
import { existsSync } from 'node:fs'

export const oldOf = (program: string): string =>
  program.endsWith('.exe') ? `${program.slice(0, -'.exe'.length)}.old.exe` : `${program}.old`

/** The name of the program whose old version this file is; null if it is no old version. */
export const presentOf = (program: string): string | null =>
  /\.old(?:\.exe)?$/.test(program) ? program.replace(/\.old(?=(?:\.exe)?$)/, '') : null

/** The name that an update took from this program and, cut off, gave to no other; null: there was none such. */
export function lostName(program: string, exists: (path: string) => boolean = existsSync): string | null {
  const present = presentOf(program)
  return present === null || exists(present) ? null : present
}
