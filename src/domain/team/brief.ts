// The team's brief: one text that tells every agent how to write. Each change is a version, numbered from 1; 0: there is none yet.
import { ok, refuse, type Result } from '../../base/result.ts'
import { briefLengthMax } from '../limits.ts'

export interface BriefVersion {
  readonly id: number
  /** Empty: the team has no brief from here on. */
  readonly text: string
  readonly atMs: number
  /** Null: the command line. */
  readonly userId: number | null
}

type BadBrief = 'brief_too_long' | 'brief_characters'

const CONTROL = /[\p{Cc}\p{Cs}]/u

/** Line ends become LF, and outer white space goes. */
export function parseBrief(typed: string): Result<string, BadBrief> {
  const text = typed
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .trim()
    .normalize('NFC')
  if (Array.from(text).length > briefLengthMax) return refuse('brief_too_long')
  if (CONTROL.test(text.replaceAll(/[\n\t]/g, ''))) return refuse('brief_characters')
  return ok(text)
}
