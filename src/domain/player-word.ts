// What somebody who plays says of a text on the game's screen: what is wrong, or how it would be better
// (docs/site.md#the-door-for-players). It is a stranger's, so it is shown to the team alone, and becomes a text only by
// a person of the team, as theirs.
import { ok, refuse, type Result } from '../base/result.ts'
import { playerWordMax } from './limits.ts'
import type { Proposal } from './proposal.ts'
import type { Release } from './release.ts'
import type { Client } from './row.ts'

export interface PlayerWord {
  readonly id: number
  /** SHA-256 of the secret in the player's link, lower-case hex. */
  readonly digest: string
  readonly ordinal: number
  /** The words by which the player found the row. */
  readonly seen: string
  readonly said: string
  /** The release in which the player saw it, as the launcher calls it; '': unknown. */
  readonly release: string
  readonly createdAtMs: number
  readonly decided: PlayerWordDecided | null
}

interface PlayerWordDecided {
  readonly byId: number
  readonly atMs: number
  readonly isTaken: boolean
  /** The proposal that it became; null: it is a text at once, or nothing. */
  readonly proposalId: number | null
}

/** Named as the program of the texts that come of players' words. */
export const PLAYER: Client = { name: "a player's word", version: null, prompt: null }

type BadWord = 'empty' | 'too_long' | 'characters' | 'link'

/** Other characters that show nothing or turn the direction; joiners, which letters of some scripts need, stay. */
const UNSEEN = /(?![\u200C\u200D])\p{Cf}/gu
const LINK =
  /\w:\/\/|\bwww\.|\S@[\w-]+\.\w|\b[a-z\d-]+\.[a-z]{2,}\/|\b[a-z\d-]{2,}\.(?:biz|cc|cn|com|gg|info|io|ly|net|org|ru|su|tv|ua|xyz)\b/iu

/** Words as a player typed them: line ends become LF, unseen characters and outer white space go. */
export function parsePlayerWords(typed: string): Result<string, BadWord> {
  const text = typed.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(UNSEEN, '').trim().normalize('NFC')
  if (text === '') return refuse('empty')
  if (text.length > playerWordMax) return refuse('too_long')
  if (/[^\P{Cc}\n\t]/u.test(text)) return refuse('characters')
  return LINK.test(text) ? refuse('link') : ok(text)
}

/** What became of a word; `release`: the first one that has its text. */
export type Became =
  | { readonly state: 'waits' | 'left' | 'taken' }
  | { readonly state: 'released'; readonly version: string }

/** `proposal`: the one that it became, if there is such a record; `releases` are newest first. */
export function becameOf(
  { decided }: PlayerWord,
  proposal: Pick<Proposal, 'status' | 'reviewedAtMs'> | null,
  releases: readonly Release[],
): Became {
  if (decided === null) return { state: 'waits' }
  if (!decided.isTaken || proposal?.status === 'rejected') return { state: 'left' }
  if (decided.proposalId !== null && proposal?.status !== 'approved') return { state: 'waits' }
  const sinceMs = proposal?.reviewedAtMs ?? decided.atMs
  const version = releases.findLast(({ atMs, withdrawn }) => withdrawn === null && atMs > sinceMs)?.version
  return version === undefined ? { state: 'taken' } : { state: 'released', version }
}
