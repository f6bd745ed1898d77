// Accounts at providers that people sign in with (docs/people.md#accounts-elsewhere). An account belongs to whoever linked it, by
// issuer and subject; no name and no e-mail address ever leads to a person. It stands for the password, not for the second factor.
import { ok, refuse, type Result } from '../../base/result.ts'
import { peopleMax, userNameLengthMax } from '../../domain/limits.ts'
import { hasPassword, type LinkedAccount, noPassword, type User } from '../../domain/people.ts'
import type { Role } from '../../domain/vocabulary.ts'
import { putUser, readUserByLinked, readUserByName, USER } from '../../store/people.ts'
import { putAudit, upcomingId } from '../../store/records.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change, type NotWritten, personWaitMsMax } from '../change.ts'
import { type InviteRefusal, takeInvite } from '../people/invites.ts'
import { parseUserName, putPerson } from '../people/manage-users.ts'
import { ticketFor } from '../people/second-factor.ts'
import { endOtherSessions, openSession, type SignedIn } from '../people/sessions.ts'
import { countedAddress, secondsToWait } from '../people/sign-in.ts'
import type { AskRefusal, Identity, Provider } from './provider.ts'

export type LinkRefusal =
  | NotWritten
  | AskRefusal
  | { readonly code: 'foreign_errand' | 'last_way_in' | 'not_linked' }
  | { readonly code: 'unknown_account' | 'account_of_another' | 'linked_already'; readonly provider: string }

const secretBytes = 32
/** People who come without an invite leave half of the room for those who have one. */
const uninvitedMax = peopleMax / 2
const uninvitedFromAddressMax = 3
const uninvitedAtOnceMax = 20
/** Leaves room for the number after a name that is taken. */
const nameLengthMax = userNameLengthMax - 6

interface Arrival {
  readonly address: string
  /** The secret of the invite that led here; null: none. */
  readonly invite: string | null
  /** The role of people who come without an invite; null: they need one. */
  readonly uninvited: Role | null
}

type ArrivalRefusal = LinkRefusal | InviteRefusal | Throttled

interface Throttled {
  readonly code: 'throttled'
  readonly retryAfterSeconds: number
}

/** Signs in whoever linked the account. An unknown account makes a person, if an invite led here or the team lets anybody in. */
export async function signInLinked(
  app: App,
  provider: Provider,
  identity: Identity,
  { address, invite, uninvited }: Arrival,
): Promise<Result<SignedIn | { readonly ticket: string }, ArrivalRefusal | { readonly code: 'wrong_code' }>> {
  const known = readUserByLinked(app.store.main, identity)
  if (known !== undefined) {
    if (known.state !== 'active') return refuse({ code: 'account_inactive' })
    if (known.secondFactor !== undefined) return ok({ ticket: ticketFor(known, app.clock.nowMs()) })
    return await openSession(app, known, address)
  }
  if (invite === null && uninvited === null) return refuse({ code: 'unknown_account', provider: provider.title })
  const retryAfterSeconds = invite === null ? throttleUninvited(app, address) : 0
  if (retryAfterSeconds > 0) return refuse({ code: 'throttled', retryAfterSeconds })
  const password = noPassword(app.random.bytes(secretBytes).toString('base64url'))
  const join = (txn: Txn): Result<User, ArrivalRefusal> => {
    // Two answers for the same account may come at once.
    if (readUserByLinked(txn.db, identity) !== undefined)
      return refuse({ code: 'account_of_another', provider: provider.title })
    const name = freeName(txn, identity.name ?? provider.title, provider.title)
    const joined =
      invite === null
        ? comeUninvited(txn, name, uninvited, password)
        : takeInvite(txn, { secret: invite, name, password })
    if (!joined.ok) return joined
    return ok(link(txn, joined.value, identity))
  }
  const joined = await change<null, User, ArrivalRefusal>(app, null, join, personWaitMsMax)
  return joined.ok ? await openSession(app, joined.value, address) : joined
}

const throttleUninvited = (app: App, address: string): number => {
  const from = { subject: `uninvited:${countedAddress(address)}`, attemptsMax: uninvitedFromAddressMax }
  return secondsToWait(app, from, { subject: 'uninvited', attemptsMax: uninvitedAtOnceMax })
}

function comeUninvited(txn: Txn, name: string, role: Role | null, password: string): Result<User, ArrivalRefusal> {
  if (role === null || upcomingId(txn.db, USER) > uninvitedMax) return refuse({ code: 'too_many_people' })
  const added = putPerson(txn, { name, role, password })
  if (added.ok) putAudit(txn, { userId: added.value.id, action: 'user.join', subject: name, details: { role } })
  return added
}

/** A provider's name for somebody as a name of a person here: without what nobody sees, and with a number if it is taken. */
function freeName(txn: Txn, told: string, otherwise: string): string {
  const seen = told.normalize('NFC').replace(/\s+/g, ' ').replace(/\p{C}/gu, '').trim()
  const name = parseUserName(Array.from(seen).slice(0, nameLengthMax).join('')) ?? otherwise
  for (let n = 1; ; n++) {
    const free = n === 1 ? name : `${name} ${n}`
    if (readUserByName(txn.db, free) === undefined) return free
  }
}

function link(txn: Txn, user: User, { issuer, subject }: Identity): User {
  const linked: readonly LinkedAccount[] = [...(user.linked ?? []), { issuer, subject, sinceMs: txn.timeMs }]
  const after = { ...user, linked }
  putUser(txn, user, after)
  putAudit(txn, { userId: user.id, action: 'user.link', subject: user.name, details: { to: issuer } })
  return after
}

/** Links an account to the acting person: one of each provider. */
export const linkAccount = (
  app: App,
  actor: Actor,
  { title: provider }: Provider,
  identity: Identity,
): Promise<Result<User, LinkRefusal>> =>
  change<Actor, User, LinkRefusal>(app, actor, (txn, { user }) => {
    if (user.linked?.some(({ issuer }) => issuer === identity.issuer) === true)
      return refuse({ code: 'linked_already', provider })
    if (readUserByLinked(txn.db, identity) !== undefined) return refuse({ code: 'account_of_another', provider })
    return ok(link(txn, user, identity))
  })

/** Takes the link to a provider's account away, and ends the other sessions: that account may have opened them. The last way in stays. */
export const unlinkAccount = (app: App, actor: Actor, issuer: string): Promise<Result<User, LinkRefusal>> =>
  change<Actor, User, LinkRefusal>(app, actor, (txn, { user, session }) => {
    const { linked = [], ...without } = user
    const left = linked.filter((account) => account.issuer !== issuer)
    if (left.length === linked.length) return refuse({ code: 'not_linked' })
    if (left.length === 0 && !hasPassword(user)) return refuse({ code: 'last_way_in' })
    const after = left.length === 0 ? without : { ...user, linked: left }
    putUser(txn, user, after)
    endOtherSessions(txn, user.id, session)
    putAudit(txn, { userId: user.id, action: 'user.unlink', subject: user.name, details: { from: issuer } })
    return ok(after)
  })
