// Invites to the team, each under the SHA-256 of its link's secret, so that a stolen copy of the store opens none. Not
// in backups, which would revive used ones.
import { type Role, ROLES } from '../../domain/vocabulary.ts'
import type { Database } from '../file/environment.ts'
import { keyOf } from '../file/keyspace.ts'
import { asList, removeEntry } from '../file/record.ts'
import type { Txn } from '../txn.ts'
import { type Kind, piecesOf, putOfKind, readOfKind, recordsOfKind } from './kind.ts'

const INVITE = { name: 'invite', number: 43 } as const

export interface Invite {
  readonly role: Role
  /** The future person's name; null: they choose it. */
  readonly name: string | null
  /** Null: the invite was made on the command line. */
  readonly createdById: number | null
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

const digestBytes = 32

export const INVITES: Kind<Invite> = {
  table: INVITE,
  form: asList<Invite>({ role: 0, name: 1, createdById: 2, createdAtMs: 3, expiresAtMs: 4 }),
  isLeftOut: true,
  shape: (zod) => {
    const { id, timeMs } = piecesOf(zod)
    return zod.strictObject({
      role: zod.enum(ROLES),
      name: zod.string().min(1).nullable(),
      createdById: id.nullable(),
      createdAtMs: timeMs,
      expiresAtMs: timeMs,
    })
  },
  indexes: [],
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
