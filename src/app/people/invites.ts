// Invites: one-time links with which people join (docs/people.md#invites). An invite ends at its first use, after 7 days, when
// it is revoked, and when its maker may no longer give the role.
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { inviteGoodForMs, invitesMax } from '../../domain/limits.ts'
import type { User } from '../../domain/people.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { putAudit } from '../../store/records.ts'
import {
  allInvites,
  type Invite,
  putInvite,
  readInvite,
  readUser,
  readUserByName,
  removeInvite,
} from '../../store/people.ts'
import { freshen } from '../../store/view.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax } from '../change.ts'
import { passwordFault, type PasswordRefusal } from './password-rules.ts'
import { crowded, mayManage, type NotAdded, parseUserName, putPerson } from './manage-users.ts'

const secretBytes = 32

interface OpenInvite extends Invite {
  /** Names the invite in lists and addresses. It does not open the invite: only the code itself does. */
  readonly digest: string
}

export type InviteRefusal =
  | NotWritten
  | { readonly code: 'crowded' | 'bad_person_name' | 'person_out_of_reach' }
  | NotAdded
  | PasswordRefusal
  | { readonly code: 'dead_invite' | 'no_invite' | 'too_many_invites' }

const outOfReach = { code: 'person_out_of_reach' } as const
const deadInvite = { code: 'dead_invite' } as const

function isGood(db: Txn['db'], invite: Invite | undefined, nowMs: number): invite is Invite {
  if (invite === undefined || invite.expiresAtMs <= nowMs || invite.createdAtMs > nowMs + inviteGoodForMs) return false
  if (invite.createdById === null) return true
  const by = readUser(db, invite.createdById)
  return by !== undefined && mayManage(by, invite.role)
}

export async function createInvite(
  app: App,
  actor: Actor | null,
  request: { readonly role: Role; readonly name: string | null },
): Promise<Result<{ readonly secret: string; readonly invite: Invite }, InviteRefusal>> {
  const name = request.name === null ? null : parseUserName(request.name)
  if (request.name !== null && name === null) return refuse({ code: 'bad_person_name' })
  const secret = app.random.bytes(secretBytes).toString('base64url')
  return await change<Actor | null, { secret: string; invite: Invite }, InviteRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    if (!mayManage(by, request.role)) return refuse(outOfReach)
    const known = name === null ? undefined : readUserByName(txn.db, name)
    if (known !== undefined) return refuse({ code: 'person_exists', name: known.name })
    for (const { digest, invite } of Array.from(allInvites(txn.db)))
      if (invite.expiresAtMs <= txn.timeMs) removeInvite(txn, digest)
    if ([...allInvites(txn.db)].length >= invitesMax) return refuse({ code: 'too_many_invites' })
    const invite: Invite = {
      role: request.role,
      name,
      createdById: by?.id ?? null,
      createdAtMs: txn.timeMs,
      expiresAtMs: txn.timeMs + inviteGoodForMs,
    }
    putInvite(txn, sha256Hex(secret), invite)
    putAudit(txn, {
      userId: by?.id ?? null,
      action: 'invite.create',
      subject: name ?? '',
      details: { role: invite.role },
    })
    return ok({ secret, invite })
  })
}

export function listInvites(app: App): readonly OpenInvite[] {
  const { main } = app.store
  const nowMs = app.clock.nowMs()
  return [...allInvites(main)]
    .filter(({ invite }) => isGood(main, invite, nowMs))
    .map(({ digest, invite }) => ({ ...invite, digest }))
    .toSorted((a, b) => b.createdAtMs - a.createdAtMs)
}

export async function revokeInvite(
  app: App,
  actor: Actor | null,
  digest: string,
): Promise<Result<null, InviteRefusal>> {
  return await change<Actor | null, null, InviteRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    const invite = readInvite(txn.db, digest)
    if (invite === undefined) return refuse({ code: 'no_invite' })
    if (!mayManage(by, invite.role)) return refuse(outOfReach)
    removeInvite(txn, digest)
    const details = { role: invite.role }
    putAudit(txn, { userId: by?.id ?? null, action: 'invite.revoke', subject: invite.name ?? '', details })
    return ok(null)
  })
}

export function findInvite(app: App, secret: string): Invite | null {
  const invite = readInvite(app.store.main, sha256Hex(secret))
  return isGood(app.store.main, invite, app.clock.nowMs()) ? invite : null
}

interface AcceptInvite {
  readonly secret: string
  /** The name that the person chose; ignored if the invite has one. */
  readonly name: string
  readonly password: string
}

export async function acceptInvite(app: App, request: AcceptInvite): Promise<Result<User, InviteRefusal>> {
  const found = findInvite(app, request.secret)
  if (found === null) return refuse(deadInvite)
  const name = parseUserName(found.name ?? request.name)
  if (name === null) return refuse({ code: 'bad_person_name' })
  const fault = await passwordFault(request.password, name)
  if (fault !== null) return refuse(fault)
  const hashed = await app.passwords.hash(request.password)
  if (!hashed.ok) return refuse(crowded)
  freshen(app.store)
  const join = (txn: Txn) => takeInvite(txn, { secret: request.secret, name, password: hashed.value })
  return await change<null, User, InviteRefusal>(app, null, join, personWaitMsMax)
}

/** Adds the person of an invite, and uses it up. `name`: as `parseUserName` returned it. `password`: as it is stored. */
export function takeInvite(txn: Txn, { secret, name, password }: AcceptInvite): Result<User, InviteRefusal> {
  const digest = sha256Hex(secret)
  const invite = readInvite(txn.db, digest)
  if (!isGood(txn.db, invite, txn.timeMs)) return refuse(deadInvite)
  const joined = putPerson(txn, { name: invite.name ?? name, role: invite.role, password })
  if (!joined.ok) return joined
  removeInvite(txn, digest)
  const details = { role: invite.role, invited_by: invite.createdById }
  putAudit(txn, { userId: joined.value.id, action: 'user.join', subject: joined.value.name, details })
  return joined
}
