// The team's words about its work: the brief, one text that tells every agent how to write, and comments on rows.
import { ok, refuse, type Result } from '../base/result.ts'
import { briefLengthMax, commentLengthMax, mentionsPerCommentMax, userNameLengthMax } from './limits.ts'
import { foldedName } from './people.ts'

export interface BriefVersion {
  readonly id: number
  /** The brief; empty: from this version on the team has none. */
  readonly text: string
  readonly atMs: number
  /** Null: the command line. */
  readonly userId: number | null
}

type BadBrief = 'brief_too_long' | 'brief_characters'

const CONTROL = /[\p{Cc}\p{Cs}]/u

/**
 * The team's brief: one text that tells every agent how to write. Each change is a version, numbered from 1; 0: there
 * is none yet. Line ends become LF, and outer white space goes.
 */
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

export interface Comment {
  readonly id: number
  readonly ordinal: number
  readonly authorId: number
  readonly text: string
  readonly createdAtMs: number
  /** The people whom the comment mentions, without its author. */
  readonly mentions: readonly number[]
}

type BadComment = 'comment_empty' | 'comment_too_long' | 'comment_characters'

/** Line ends become LF, and outer white space goes. */
export function parseComment(typed: string): Result<string, BadComment> {
  const text = typed.replaceAll(/\r\n?/g, '\n').trim().normalize('NFC')
  if (text === '') return refuse('comment_empty')
  if (Array.from(text).length > commentLengthMax) return refuse('comment_too_long')
  if (CONTROL.test(text.replaceAll(/[\n\t]/g, ''))) return refuse('comment_characters')
  return ok(text)
}

interface Named {
  readonly id: number
  readonly name: string
}

interface CommentPiece {
  readonly text: string
  readonly personId: number | null
}

const isWordBefore = (text: string): boolean => /[\p{L}\p{N}_.]$/u.test(text)
const isWordBehind = (text: string): boolean => /^[\p{L}\p{N}_]/u.test(text)

/** Splits off mentions: `@` and a person's name in any letter case. The longest matching name counts. */
export function piecesOf(text: string, people: readonly Named[]): readonly CommentPiece[] {
  const longestFirst = people
    .toSorted((a, b) => b.name.length - a.name.length)
    .map((person) => ({ ...person, folded: foldedName(person.name) }))
  let looked = 0
  const mentioned = (at: number): Named | undefined => {
    if (++looked > mentionsPerCommentMax || isWordBefore(text.slice(Math.max(0, at - 2), at))) return undefined
    const behind = foldedName(text.slice(at + 1, at + 1 + userNameLengthMax * 2))
    return longestFirst.find(({ name, folded }) => {
      if (!behind.startsWith(folded)) return false
      const end = at + 1 + name.length
      return foldedName(text.slice(at + 1, end)) === folded && !isWordBehind(text.slice(end))
    })
  }
  const pieces: CommentPiece[] = []
  let done = 0
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const person = at < done ? undefined : mentioned(at)
    if (person === undefined) continue
    const end = at + 1 + person.name.length
    if (at > done) pieces.push({ text: text.slice(done, at), personId: null })
    pieces.push({ text: text.slice(at, end), personId: person.id })
    done = end
  }
  if (done < text.length) pieces.push({ text: text.slice(done), personId: null })
  return pieces
}

/** The people whom a text mentions, each once. */
export const mentionsIn = (text: string, people: readonly Named[]): readonly number[] => [
  ...new Set(piecesOf(text, people).flatMap(({ personId }) => (personId === null ? [] : [personId]))),
]
