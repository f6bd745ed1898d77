// The profile of a team's game in a file, as `windrow import`, `setting profile` and `doctor --game` take it (docs/own-profile.md).
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type ProfileSettings, readProfile } from '../../app/profile-file.ts'
import { nearestName } from '../../base/nearest-name.ts'
import { PROFILE_NAMES } from '../../domain/profile.ts'
import type { CommandContext } from '../command.ts'
import { Failure } from '../failure.ts'

const isName = (given: string): boolean => PROFILE_NAMES.some((name) => name === given)

/** The settings that `--profile` names: a game that windrow knows, or a file. A file without a game is of any other one. */
export async function profileSettings(context: CommandContext, given: string): Promise<ProfileSettings> {
  if (isName(given)) return { profile: given }
  const text = await readFile(resolve(context.cwd, given), 'utf8').catch((error: NodeJS.ErrnoException) => error)
  if (typeof text !== 'string') throw unread(given, text)
  const read = readProfile(text)
  if (!read.ok) throw new Failure(`${given}, line ${read.refusal.line}: ${read.refusal.message}`)
  return { profile: 'generic', ...read.value }
}

function unread(given: string, error: NodeJS.ErrnoException): Error {
  const { code = error.message } = error
  if (code !== 'ENOENT')
    return new Failure(`the profile ${given} can't be read (${code}); give a file that windrow setting profile wrote`)
  if (/[./\\]/.test(given)) return error
  const near = nearestName(given, PROFILE_NAMES)
  const hint = near === null ? `give ${PROFILE_NAMES.join(', ')} or a file` : `did you mean ${near}?`
  return new Failure(`there is no profile ${given}; ${hint}`)
}
