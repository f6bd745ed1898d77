// Making and changing API keys (docs/people.md#keys). `actor` acts, `by` is that person inside the transaction;
// null is the command line. People may only narrow their own keys (domain/key-rights.ts).
import { sha256Hex } from '../../base/bytes.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { hasPermission, isGuardedRole, mayBeGranted, mayOwnBotKey } from '../../domain/access.ts'
import { agentKeysPerPersonMax, requestsPerMinuteMax } from '../../domain/limits.ts'
import { BLANK_RIGHTS, changeKeyRights, type WidenedRight } from '../../domain/key-rights.ts'
import type { ApiKey, KeyAspect, User } from '../../domain/people.ts'
import type { Ability, KeyKind, KeyState, LegacyType } from '../../domain/vocabulary.ts'
import { nextId, putAudit } from '../../store/records.ts'
import { allKeys, KEY, keysOfUser, putKey, readKey, readKeyByDigest, readUser, removeKey } from '../../store/people.ts'
import type { Txn } from '../../store/txn.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { forgetUses, hasKeyShape } from './admit-request.ts'
import { change, type NotWritten } from '../change.ts'
import { findUser, type NoPerson } from './manage-users.ts'

interface KeyRequest {
  readonly userName: string
  readonly kind: KeyKind
  readonly name: string
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
  readonly requestsPerMinute: number | null
  /** A secret that somebody has already, to be registered here; null: a new one is made. */
  readonly secret: string | null
}

export interface NewKey {
  readonly key: ApiKey
  readonly secret: string
}

const displayedCharacters = 12
export const keyNameLengthMax = 128

interface OfOwner {
  readonly owner: Pick<User, 'name' | 'role'>
}

export type KeyRefusal =
  | NotWritten
  | NoPerson
  | { readonly code: 'bad_secret'; readonly prefix: string }
  | { readonly code: 'key_rights'; readonly what: readonly WidenedRight[] }
  | ({ readonly code: 'grant_too_high'; readonly ability: Ability } & OfOwner)
  | ({ readonly code: 'too_many_agent_keys' | 'bot_key_role' | 'bot_key_exists' } & OfOwner)
  | { readonly code: 'no_key' | 'several_keys'; readonly named: string }
  | {
      readonly code: 'bad_key_name' | 'bad_key_rate' | 'key_out_of_reach' | 'secret_exists' | 'not_a_bot_key'
    }

type Changed<T> = Promise<Result<T, KeyRefusal>>

const badName = refuse({ code: 'bad_key_name' } as const)

/** The key's name as it is stored; null if it is not allowed. Controls of text direction count as control characters. */
function keyNameOf(text: string): string | null {
  const name = text.trim()
  const isGood = Array.from(name).length <= keyNameLengthMax && !/[\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(name)
  return isGood ? name : null
}

const newSecret = (app: App): string => app.keyPrefix + app.random.bytes(30).toString('hex')

function isAllowed(by: User | null, owner: User): boolean {
  if (by === null) return true
  if (by.state !== 'active') return false
  if (by.id === owner.id) return true
  return hasPermission(by.role, 'manage_users') && (by.role === 'super_admin' || !isGuardedRole(owner.role))
}

const outOfReach = refuse({ code: 'key_out_of_reach' } as const)

const mayWiden = (by: User | null): boolean => by === null || hasPermission(by.role, 'manage_users')

type NewRights = Partial<Pick<ApiKey, 'state' | 'grants' | 'denies' | 'requestsPerMinute'>>

/** The rights that a key has after a change. Wider ones are refused to people who may not manage people. */
function rightsAfter(
  { db }: Txn,
  key: Parameters<typeof changeKeyRights>[0],
  owner: User,
  by: User | null,
  change: NewRights,
  pins: readonly KeyAspect[] = [],
) {
  const isBelow = (setter: number | null): boolean =>
    by?.role === 'admin' && (setter === null || readUser(db, setter)?.role === 'super_admin')
  const changer = { id: by?.id ?? null, mayWiden: mayWiden(by), isBelow }
  const rights = changeKeyRights(key, owner.role, changer, change, pins)
  if (rights.ok) return rights
  return refuse({ code: 'key_rights', what: rights.refusal } as const)
}

function grantFault(owner: User, grants: readonly Ability[]): KeyRefusal | null {
  const outside = grants.find((ability) => !mayBeGranted(owner.role, ability))
  return outside === undefined ? null : { code: 'grant_too_high', ability: outside, owner }
}

function numberFault(txn: Txn, owner: User, kind: KeyKind): KeyRefusal | null {
  const sameKind = keysOfUser(txn.db, owner.id).filter((key) => key.kind === kind)
  if (kind === 'agent') return sameKind.length < agentKeysPerPersonMax ? null : { code: 'too_many_agent_keys', owner }
  if (!mayOwnBotKey(owner.role)) return { code: 'bot_key_role', owner }
  return sameKind.length === 0 ? null : { code: 'bot_key_exists', owner }
}

export async function createKey(app: App, actor: Actor | null, request: KeyRequest): Changed<NewKey> {
  if (request.secret !== null && !hasKeyShape(app, request.secret)) {
    return refuse({ code: 'bad_secret', prefix: app.keyPrefix })
  }
  const { requestsPerMinute } = request
  if (requestsPerMinute !== null && !(requestsPerMinute >= 1 && requestsPerMinute <= requestsPerMinuteMax)) {
    return refuse({ code: 'bad_key_rate' })
  }
  const name = keyNameOf(request.name)
  if (name === null) return badName
  const secret = request.secret ?? newSecret(app)
  const digest = sha256Hex(secret)
  return await change<Actor | null, NewKey, KeyRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    const found = findUser(txn, request.userName)
    if (!found.ok) return found
    const owner = found.value
    if (!isAllowed(by, owner)) return outOfReach
    const fault = grantFault(owner, request.grants) ?? numberFault(txn, owner, request.kind)
    if (fault !== null) return refuse(fault)
    if (readKeyByDigest(txn.db, digest) !== undefined) return refuse({ code: 'secret_exists' })
    const blank = { ...BLANK_RIGHTS, userId: owner.id }
    const rights = rightsAfter(txn, blank, owner, by, {
      grants: [...new Set(request.grants)],
      denies: [...new Set(request.denies)],
      requestsPerMinute,
    })
    if (!rights.ok) return rights
    const key: ApiKey = {
      id: nextId(txn, KEY),
      userId: owner.id,
      kind: request.kind,
      name,
      prefix: secret.slice(0, displayedCharacters),
      digest,
      ...rights.value,
      legacyLimits: {},
      createdAtMs: txn.timeMs,
      lastUsedAtMs: null,
    }
    putKey(txn, null, key)
    audit(txn, by, 'key.create', key, { owner: owner.name, kind: key.kind })
    return ok({ key, secret })
  })
}

const audit = (
  txn: Txn,
  by: User | null,
  action: string,
  key: ApiKey,
  details: Record<string, string | number | null>,
): void => putAudit(txn, { userId: by?.id ?? null, action, subject: `${key.prefix}…`, details })

export function findKey(txn: Pick<Txn, 'db'>, idOrPrefix: string): Result<ApiKey, KeyRefusal> {
  const wanted = idOrPrefix.trim().replace(/…$/, '')
  const byId = /^\d{1,9}$/.test(wanted) ? readKey(txn.db, Number(wanted)) : undefined
  if (byId !== undefined) return ok(byId)
  const matches =
    wanted.length < displayedCharacters
      ? []
      : [...allKeys(txn.db)].filter((key) => key.prefix === wanted.slice(0, displayedCharacters))
  const [only, another] = matches
  if (only !== undefined && another === undefined) return ok(only)
  return only === undefined
    ? refuse({ code: 'no_key', named: wanted.slice(0, displayedCharacters) })
    : refuse({ code: 'several_keys', named: wanted })
}

type KeyChange = (change: {
  readonly txn: Txn
  readonly key: ApiKey
  readonly owner: User
  readonly by: User | null
}) => Result<ApiKey | null, KeyRefusal>

async function changeKey(
  app: App,
  actor: Actor | null,
  idOrPrefix: string,
  action: string,
  decide: KeyChange,
): Changed<ApiKey> {
  return await change<Actor | null, ApiKey, KeyRefusal>(app, actor, (txn, acting) => {
    const by = acting?.user ?? null
    const found = findKey(txn, idOrPrefix)
    if (!found.ok) return found
    const key = found.value
    const owner = readUser(txn.db, key.userId)
    if (owner === undefined || !isAllowed(by, owner)) return outOfReach
    const changed = decide({ txn, key, owner, by })
    if (!changed.ok) return changed
    if (changed.value === null) removeKey(txn, key)
    else putKey(txn, key, changed.value)
    audit(txn, by, action, changed.value ?? key, { owner: owner.name })
    return ok(changed.value ?? key)
  })
}

/** Gives the key a new secret; the old one is invalid from this write on. */
export async function regenerateKey(app: App, actor: Actor | null, idOrPrefix: string): Changed<NewKey> {
  const secret = newSecret(app)
  const changed = await changeKey(app, actor, idOrPrefix, 'key.regenerate', ({ txn, key }) =>
    ok({
      ...key,
      digest: sha256Hex(secret),
      prefix: secret.slice(0, displayedCharacters),
      createdAtMs: txn.timeMs,
      lastUsedAtMs: null,
    }),
  )
  if (changed.ok) forgetUses(app, changed.value.id)
  return changed.ok ? ok({ key: changed.value, secret }) : changed
}

type Switch = (app: App, actor: Actor | null, idOrPrefix: string) => Changed<ApiKey>

const switchTo =
  (state: KeyState, action: string): Switch =>
  (app, actor, idOrPrefix) =>
    changeKey(app, actor, idOrPrefix, action, ({ txn, key, owner, by }) => {
      const rights = rightsAfter(txn, key, owner, by, { state }, ['state'])
      return rights.ok ? ok({ ...key, ...rights.value }) : rights
    })

/** Switches a key off. Its owner can switch it on again, unless somebody else had switched it off. */
export const deactivateKey = switchTo('deactivated', 'key.deactivate')
export const activateKey = switchTo('active', 'key.activate')

export const revokeKey: Switch = (app, actor, idOrPrefix) =>
  changeKey(app, actor, idOrPrefix, 'key.revoke', () => ok(null))

/** Sets a bot key's limits for the legacy API; null: the setting applies. Only for people who may manage people. */
export const limitKey = (
  app: App,
  actor: Actor | null,
  idOrPrefix: string,
  limits: Readonly<Partial<Record<LegacyType, number | null>>>,
): Changed<ApiKey> =>
  changeKey(app, actor, idOrPrefix, 'key.limit', ({ key, by }) => {
    if (!mayWiden(by)) return outOfReach
    if (key.kind !== 'bot') return refuse({ code: 'not_a_bot_key' })
    const legacyLimits: Partial<Record<LegacyType, number>> = { ...key.legacyLimits }
    for (const [type, limit] of Object.entries(limits) as [LegacyType, number | null][]) {
      if (limit === null) delete legacyLimits[type]
      else legacyLimits[type] = limit
    }
    return ok({ ...key, legacyLimits })
  })

export interface AdjustKey {
  readonly name?: string
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
  readonly requestsPerMinute: number | null
}

/** Changes a key's rights and pins. `pins`: see `changeKeyRights`. */
export const adjustKey = (
  app: App,
  actor: Actor | null,
  idOrPrefix: string,
  adjust: (key: ApiKey) => AdjustKey,
  pins: readonly KeyAspect[] = [],
): Changed<ApiKey> =>
  changeKey(app, actor, idOrPrefix, 'key.adjust', ({ txn, key, owner, by }) => {
    const { name: typed = key.name, ...change } = adjust(key)
    const added = change.grants.filter((ability) => !key.grants.includes(ability))
    const fault = grantFault(owner, added)
    if (fault !== null) return refuse(fault)
    const name = keyNameOf(typed)
    if (name === null) return badName
    const rights = rightsAfter(txn, key, owner, by, change, pins)
    return rights.ok ? ok({ ...key, ...rights.value, name }) : rights
  })
