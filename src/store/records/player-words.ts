// Stores players' words about texts, and finds those that wait for a decision. Backups have them, merges do not.
import type { PlayerWord } from '../../domain/player-word.ts'
import type { Database } from '../file/environment.ts'
import { keyOf, u32 } from '../file/keyspace.ts'
import { rangeOf } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import {
  allOfKind,
  callsItself,
  idAtEnd,
  type NumberedKind,
  putNumbered,
  readNumbered,
  recordsNamedIn,
  removeNumbered,
} from './kind.ts'
import * as is from './members.ts'

export const PLAYER_WORD = { name: 'player_word', number: 136, hasIds: true } as const
const WAITING = { name: 'player_word_waiting', number: 137 } as const

export const PLAYER_WORDS: NumberedKind<PlayerWord> = {
  table: PLAYER_WORD,
  ...is.stored<PlayerWord>({
    id: is.id,
    digest: is.hash,
    ordinal: is.id,
    seen: is.text,
    said: is.words,
    release: is.text,
    createdAtMs: is.time,
    decided: is.orNull(is.whole({ byId: is.id, atMs: is.time, isTaken: is.flag, proposalId: is.orNull(is.id) })),
  }),
  indexes: [
    {
      table: WAITING,
      entries: ({ id, decided }) => (decided === null ? [keyOf(WAITING, u32(id))] : []),
      ...idAtEnd(PLAYER_WORD, "player's word"),
    },
  ],
  problem: callsItself(''),
  people: ({ decided }) => (decided === null ? [] : [['was decided by', decided.byId]]),
}

export const readPlayerWord = (db: Database, id: number): PlayerWord | undefined => readNumbered(db, PLAYER_WORDS, id)

export const putPlayerWord = ({ db }: Txn, before: PlayerWord | null, after: PlayerWord): void =>
  putNumbered(db, PLAYER_WORDS, before, after)

export const removePlayerWord = ({ db }: Txn, word: PlayerWord): void => removeNumbered(db, PLAYER_WORDS, word)

/** All of them, oldest first. */
export const allPlayerWords = (db: Database): Generator<PlayerWord> => allOfKind(db, PLAYER_WORDS)

/** Those that wait for a decision, oldest first. */
export const waitingPlayerWords = (db: Database): readonly PlayerWord[] => [
  ...recordsNamedIn(db, PLAYER_WORDS, { prefix: keyOf(WAITING) }),
]

export const countWaitingPlayerWords = (db: Database): number => db.getKeysCount(rangeOf({ prefix: keyOf(WAITING) }))
