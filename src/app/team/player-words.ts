// Players' words: a stranger finds a text by its words on the screen and says what is wrong with it; a person of the team takes it, as
// a text of their own, or leaves it. While the setting `player_words` is off, nothing is found and nothing is taken in.
import { timingSafeEqual } from 'node:crypto'
import { sha256, sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import type { Turn } from '../../base/turn.ts'
import { hasPermission } from '../../domain/access.ts'
import {
  playerSearchesMax,
  playerSearchesOfAddressMax,
  playerWordsADayMax,
  playerWordsKeptMax,
  playerWordsMax,
  playerWordsOfAddressADayMax,
  playerWordsOfAddressMax,
  playerWordsPerRowMax,
} from '../../domain/limits.ts'
import { shownNow } from '../../domain/misfit.ts'
import { type Became, becameOf, parsePlayerWords, PLAYER, type PlayerWord } from '../../domain/player-word.ts'
import { isVersion } from '../../domain/release.ts'
import type { Heads, Row } from '../../domain/row.ts'
import { rowsSeenAs } from '../../search/rows-seen.ts'
import {
  allPlayerWords,
  allReleases,
  countWaitingPlayerWords,
  nextId,
  PLAYER_WORD,
  putPlayerWord,
  readPlayerWord,
  readProposal,
  removePlayerWord,
  waitingPlayerWords,
} from '../../store/records.ts'
import { readHeads, readRow, readRowById } from '../../store/rows.ts'
import { takeBackAttempt } from '../../store/volatile.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax } from '../change.ts'
import { countedAddress, secondsToWait } from '../people/sign-in.ts'
import { editTranslation, type EditRefusal } from '../writes/edit-translation.ts'
import { submitProposal, type SubmitRefusal } from '../writes/write-single.ts'

export const isDoorOpen = (app: App): boolean => app.rules.now().settings.player_words

export interface SeenText {
  readonly rowId: string
  readonly source: string
  /** What players have instead; null: nothing yet. */
  readonly translation: string | null
}

type TooMany = { readonly code: 'too_many'; readonly retryAfterSeconds: number }

type FindRefusal =
  | TooMany
  | { readonly code: 'door_closed' | 'searching' | 'empty' | 'too_long' | 'characters' | 'link' }

const running = new WeakMap<App, number>()

/** Counts an attempt of an address; null: it may go on. */
function tooMany(app: App, address: string, what: string, attemptsMax: number): TooMany | null {
  const retryAfterSeconds = secondsToWait(app, { subject: `${what} ${countedAddress(address)}`, attemptsMax })
  return retryAfterSeconds > 0 ? { code: 'too_many', retryAfterSeconds } : null
}

/** The texts nearest to words seen on the screen, the nearest first. */
export async function findSeenTexts(
  app: App,
  { words, address, limit }: { readonly words: string; readonly address: string; readonly limit: number },
  turn: Turn,
): Promise<Result<readonly SeenText[], FindRefusal>> {
  if (!isDoorOpen(app)) return refuse({ code: 'door_closed' })
  const typed = parsePlayerWords(words)
  if (!typed.ok && typed.refusal !== 'link') return refuse({ code: typed.refusal })
  const others = running.get(app) ?? 0
  if (others >= playerSearchesMax) return refuse({ code: 'searching' })
  const refusal = tooMany(app, address, 'search by a player', playerSearchesOfAddressMax)
  if (refusal !== null) return refuse(refusal)
  running.set(app, others + 1)
  try {
    const found = await rowsSeenAs(app, words, limit, turn)
    const { main, files } = app.store
    return ok(
      found.flatMap((ordinal) => {
        const row = readRow(main, files, ordinal)
        return row === null ? [] : [seenText(row, readHeads(main, ordinal))]
      }),
    )
  } finally {
    running.set(app, (running.get(app) ?? 1) - 1)
  }
}

const seenText = (row: Row, heads: Heads): SeenText => ({
  rowId: row.rowId,
  source: (row.diff ?? row.main)?.text ?? '',
  translation: shownNow(heads)?.text ?? null,
})

export type SayRefusal =
  | NotWritten
  | FindRefusal
  | { readonly code: 'row_gone' | 'row_full' | 'row_said' | 'day_full' | 'full' }

const dayMs = 24 * 60 * 60 * 1000
const secretBytes = 24

interface Said {
  readonly rowId: string
  readonly seen: string
  readonly said: string
  readonly release: string
  readonly address: string
}

/** Keeps a player's word until somebody decides it; returns the last part of the player's link. */
export async function sayOfText(app: App, said: Said): Promise<Result<string, SayRefusal>> {
  if (!isDoorOpen(app)) return refuse({ code: 'door_closed' })
  const refusal = tooMany(app, said.address, 'word of a player', playerWordsOfAddressMax)
  if (refusal !== null) return refuse(refusal)
  const words = parsePlayerWords(said.said)
  if (!words.ok) return refuse({ code: words.refusal })
  const from = countedAddress(said.address)
  const ofRow = { subject: `word of a player ${from} of ${said.rowId}`, attemptsMax: 1, windowMs: dayMs }
  const ofDay = { subject: `day of a player ${from}`, attemptsMax: playerWordsOfAddressADayMax, windowMs: dayMs }
  if (secondsToWait(app, ofRow) > 0) return refuse({ code: 'row_said' })
  if (secondsToWait(app, ofDay) > 0) {
    takeBackAttempt(app.store, [ofRow.subject])
    return refuse({ code: 'day_full' })
  }
  const kept = await keepWord(app, said, words.value)
  if (!kept.ok) takeBackAttempt(app.store, [ofRow.subject, ofDay.subject])
  return kept
}

async function keepWord(app: App, said: Said, text: string): Promise<Result<string, SayRefusal>> {
  const seen = parsePlayerWords(said.seen)
  const secret = app.random.bytes(secretBytes).toString('base64url')
  return await change<null, string, SayRefusal>(
    app,
    null,
    (txn) => {
      if (!isDoorOpen(app)) return refuse({ code: 'door_closed' })
      const row = readRowById(txn.db, app.store.files, said.rowId)
      if (row === null) return refuse({ code: 'row_gone' })
      const waiting = waitingPlayerWords(txn.db)
      if (waiting.filter(({ ordinal }) => ordinal === row.ordinal).length >= playerWordsPerRowMax)
        return refuse({ code: 'row_full' })
      const all = [...allPlayerWords(txn.db)]
      const today = all.filter(({ createdAtMs }) => createdAtMs > txn.timeMs - dayMs)
      if (waiting.length >= playerWordsMax || today.length >= playerWordsADayMax) return refuse({ code: 'full' })
      const decided = all.filter((word) => word.decided !== null)
      for (const old of decided.slice(0, Math.max(0, all.length + 1 - playerWordsKeptMax))) removePlayerWord(txn, old)
      const word: PlayerWord = {
        id: nextId(txn, PLAYER_WORD),
        digest: sha256Hex(secret),
        ordinal: row.ordinal,
        seen: seen.ok ? seen.value : '',
        said: text,
        release: isVersion(said.release) ? said.release : '',
        createdAtMs: txn.timeMs,
        decided: null,
      }
      putPlayerWord(txn, null, word)
      return ok(`${word.id}.${secret}`)
    },
    personWaitMsMax,
  )
}

/** What became of the word of a link; null: there is none, or its link is another one. */
export function becameOfWord({ store: { main } }: App, link: string): Became | null {
  const [, id = '0', secret = ''] = /^(\d{1,9})\.([\w-]{1,64})$/.exec(link) ?? []
  const word = readPlayerWord(main, Number(id))
  if (word === undefined || !timingSafeEqual(sha256(secret), Buffer.from(word.digest, 'hex'))) return null
  const { decided } = word
  const proposal = decided?.proposalId == null ? null : (readProposal(main, decided.proposalId) ?? null)
  return becameOf(word, proposal, allReleases(main))
}

export const countPlayerWords = ({ store: { main } }: App): number => countWaitingPlayerWords(main)

interface WaitingWord {
  readonly word: PlayerWord
  /** Null: it is not in the game now. */
  readonly row: Row | null
  readonly heads: Heads
}

/** The first words that wait, oldest first. */
export const playerWordsToDecide = ({ store: { main, files } }: App, limit: number): readonly WaitingWord[] =>
  waitingPlayerWords(main)
    .slice(0, limit)
    .map((word) => ({ word, row: readRow(main, files, word.ordinal), heads: readHeads(main, word.ordinal) }))

interface WordGone {
  readonly code: 'no_player_word'
}

export type PlayerWordRefusal = NotWritten | WordGone | { readonly code: 'may_not_comment' }

interface Taken {
  readonly id: number
  /** The better text, as the taker words it. */
  readonly text: string
  /** The source that the taker saw. */
  readonly sourceHash: string
  /** False: it becomes a proposal. */
  readonly isDirect: boolean
}

/** Takes a word: the text becomes the taker's, by the way of all texts, with its origin named. */
export async function takePlayerWord(
  app: App,
  actor: Actor,
  { id, text, sourceHash, isDirect }: Taken,
): Promise<Result<{ readonly isProposed: boolean }, PlayerWordRefusal | EditRefusal | SubmitRefusal>> {
  const word = readPlayerWord(app.store.main, id)
  const row = word === undefined ? null : readRow(app.store.main, app.store.files, word.ordinal)
  if (word === undefined || word.decided !== null || row === null) return refuse({ code: 'no_player_word' })
  // The word is decided with its text, so that of two people who decide it at once one is refused, and nothing is half done.
  const also = (txn: Txn, proposalId: number | null): Result<null, WordGone> =>
    decide(txn, id, { byId: actor.user.id, atMs: txn.timeMs, isTaken: true, proposalId })
  const request = { rowId: row.rowId, text, sourceHash, client: PLAYER, also }
  if (isDirect) {
    const edited = await editTranslation<WordGone>(app, actor, request)
    return edited.ok ? ok({ isProposed: edited.value.status === 'proposed' }) : edited
  }
  const proposed = await submitProposal<WordGone>(app, actor, request)
  return proposed.ok ? ok({ isProposed: proposed.value.proposal !== null }) : proposed
}

export const leavePlayerWord = (app: App, actor: Actor, id: number): Promise<Result<null, PlayerWordRefusal>> =>
  change<Actor, null, PlayerWordRefusal>(app, actor, (txn, { user: by }) =>
    hasPermission(by.role, 'propose_translation')
      ? decide(txn, id, { byId: by.id, atMs: txn.timeMs, isTaken: false, proposalId: null })
      : refuse({ code: 'may_not_comment' }),
  )

function decide(txn: Txn, id: number, decided: PlayerWord['decided']): Result<null, WordGone> {
  const word = readPlayerWord(txn.db, id)
  if (word === undefined || word.decided !== null) return refuse({ code: 'no_player_word' })
  putPlayerWord(txn, word, { ...word, decided })
  return ok(null)
}
