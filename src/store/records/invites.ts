// Invites to the team, each under the SHA-256 of its link's secret, so that a stolen copy of the store opens none. Not
// in backups, which would revive used ones.
import { ROLES } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, putOfKind, readOfKind, recordsOfKind } from './kind.ts'
import * as is from './members.ts'

const INVITE = { name: 'invite', number: 43 } as const

const MEMBERS = {
  role: is.oneOf(ROLES),
  /** The future person's name; null: they choose it. */
  name: is.orNull(is.words),
  /** Null: the invite was made on the command line. */
  createdById: is.orNull(is.id),
  createdAtMs: is.time,
  expiresAtMs: is.time,
}
export type Invite = is.RecordOf<typeof MEMBERS>

const digestBytes = 32

export const INVITES: Kind<Invite> = {
  table: INVITE,
  ...is.stored<Invite>(MEMBERS),
  isLeftOut: true,
  nameOf: (key) => `invite ${key.toString('hex', 1, 5)}…`,
  keyProblem: (key) => (key.length === 1 + digestBytes ? null : 'is stored under no digest'),
}

const inviteKey = (digest: string): Buffer => keyOf(INVITE, Buffer.from(digest, 'hex'))

/** An invite by the SHA-256 of its secret, in hex. */
export const readInvite = (db: Database, digest: string): Invite | undefined =>
  readOfKind(db, INVITES, inviteKey(digest))

export const putInvite = ({ db }: Txn, digest: string, invite: Invite): void =>
  putOfKind(db, INVITES, inviteKey(digest), null, invite)

export const removeInvite = (txn: Txn, digest: string): boolean => removeEntry(txn.db, inviteKey(digest))

/** All invites, also expired ones, with their digests in hex. */
export function* allInvites(db: Database): Generator<{ readonly digest: string; readonly invite: Invite }> {
  for (const { key, value } of recordsOfKind(db, INVITES)) yield { digest: key.toString('hex', 1), invite: value }
}

export function removeInvitesOfUser(txn: Txn, userId: number): void {
  for (const { digest, invite } of Array.from(allInvites(txn.db)))
    if (invite.createdById === userId) removeInvite(txn, digest)
}
