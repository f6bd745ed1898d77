// Making and changing API keys (decisions §2). `by` is the person who acts, or null for the command line. People manage
// their own keys; the secret is given once, by the function that makes it, and is nowhere stored.
import { sha256Hex } from '../base/bytes.ts'
import { ok, refuse, type Result } from '../base/result.ts'
import { ABILITY_RULES, hasPermission, isGuardedRole, mayBeGranted, mayOwnBotKey } from '../domain/access.ts'
import { agentKeysPerPersonMax, requestsPerMinuteMax } from '../domain/limits.ts'
import type { ApiKey, User } from '../domain/people.ts'
import type { Ability, KeyKind, LegacyType } from '../domain/vocabulary.ts'
import { putAudit } from '../store/audit.ts'
import { nextId } from '../store/ids.ts'
import { allKeys, keysOfUser, putKey, readKey, readKeyByDigest, readUser, removeKey } from '../store/people.ts'
import type { Txn } from '../store/write.ts'
import type { App } from './app.ts'
import { forgetUses, hasKeyShape } from './authenticate.ts'
import { findUser, manage, type ManageRefusal } from './manage-users.ts'

export interface KeyRequest {
  readonly userName: string
  readonly kind: KeyKind
  readonly name: string
  readonly grants: readonly Ability[]
  readonly denies: readonly Ability[]
  readonly requestsPerMinute: number | null
  /** An existing secret to register in place of a new one. */
  readonly secret: string | null
}

export interface NewKey {
  readonly key: ApiKey
  readonly secret: string
}

const displayedCharacters = 12
export const keyNameLengthMax = 128

const no = (code: ManageRefusal['code'], message: string): { ok: false; refusal: ManageRefusal } =>
  refuse({ code, message })

const newSecret = (app: App): string => app.keyPrefix + app.random.bytes(30).toString('hex')

/** People act on their own keys; on others' only who may manage that person. */
function isAllowed(by: User | null, owner: User): boolean {
  if (by === null) return true
  if (by.state !== 'active') return false
  if (by.id === owner.id) return true
  return hasPermission(by.role, 'manage_users') && (by.role === 'super_admin' || !isGuardedRole(owner.role))
}

const notAllowed = no('not_allowed', 'that key belongs to somebody whose keys you may not manage')

/** Abilities outside their grant limit are refused when granted; null: all good. */
function grantFault(owner: User, grants: readonly Ability[]): string | null {
  const outside = grants.find((ability) => !mayBeGranted(owner.role, ability))
  if (outside === undefined) return null
  return `${outside} can be granted only to keys of ${ABILITY_RULES[outside].grantFrom} and above, and ${owner.name} is ${owner.role}`
}

function numberFault(txn: Txn, owner: User, kind: KeyKind): string | null {
  const sameKind = keysOfUser(txn.db, owner.id).filter((key) => key.kind === kind)
  if (kind === 'agent') {
    return sameKind.length < agentKeysPerPersonMax
      ? null
      : `${owner.name} has ${agentKeysPerPersonMax} agent keys already; revoke one first`
  }
  if (!mayOwnBotKey(owner.role))
    return `a bot key's owner must be moderator, admin or super admin, and ${owner.name} is ${owner.role}`
  return sameKind.length === 0 ? null : `${owner.name} has a bot key already; regenerate it or revoke it first`
}

/** Makes a key and gives its secret, this once. */
export async function createKey(
  app: App,
  by: User | null,
  request: KeyRequest,
): Promise<Result<NewKey, ManageRefusal>> {
  if (request.secret !== null && !hasKeyShape(app, request.secret)) {
    return no(
      'invalid',
      `a secret is ${app.keyPrefix} and 60 hex characters; another prefix is set by the configuration value key_prefix`,
    )
  }
  const { requestsPerMinute } = request
  if (requestsPerMinute !== null && !(requestsPerMinute >= 1 && requestsPerMinute <= requestsPerMinuteMax)) {
    return no('invalid', `requests per minute are 1 to ${requestsPerMinuteMax}`)
  }
  const name = request.name.trim()
  if (Array.from(name).length > keyNameLengthMax || /\p{Cc}|\p{Cs}/u.test(name)) {
    return no('invalid', `a key's name has at most ${keyNameLengthMax} characters and no control characters`)
  }
  const secret = request.secret ?? newSecret(app)
  const digest = sha256Hex(secret)
  return await manage(app, by, (txn) => {
    const found = findUser(txn, request.userName)
    if (!found.ok) return found
    const owner = found.value
    if (!isAllowed(by, owner)) return notAllowed
    const fault = grantFault(owner, request.grants) ?? numberFault(txn, owner, request.kind)
    if (fault !== null) return no('conflict', fault)
    if (readKeyByDigest(txn.db, digest) !== undefined) return no('conflict', 'this secret is registered already')
    const key: ApiKey = {
      id: nextId(txn, 'key'),
      userId: owner.id,
      kind: request.kind,
      name,
      prefix: secret.slice(0, displayedCharacters),
      digest,
      state: 'active',
      grants: [...new Set(request.grants)],
      denies: [...new Set(request.denies)],
      requestsPerMinute,
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

/** A key by its id or its displayed prefix. */
export function findKey(txn: Pick<Txn, 'db'>, idOrPrefix: string): Result<ApiKey, ManageRefusal> {
  const wanted = idOrPrefix.trim().replace(/…$/, '')
  const byId = /^\d{1,9}$/.test(wanted) ? readKey(txn.db, Number(wanted)) : undefined
  if (byId !== undefined) return ok(byId)
  const matches =
    wanted.length < displayedCharacters
      ? []
      : [...allKeys(txn.db)].filter((key) => key.prefix === wanted.slice(0, displayedCharacters))
  const [only, another] = matches
  if (only !== undefined && another === undefined) return ok(only)
  const hint = 'windrow key list shows every key with its id and prefix'
  return only === undefined
    ? no('not_found', `there is no key ${wanted.slice(0, displayedCharacters)}; ${hint}`)
    : no('conflict', `several keys begin with ${wanted}; name one by its id (${hint})`)
}

type KeyChange = (txn: Txn, key: ApiKey, owner: User) => Result<ApiKey | null, ManageRefusal>

async function changeKey(
  app: App,
  by: User | null,
  idOrPrefix: string,
  action: string,
  change: KeyChange,
): Promise<Result<ApiKey, ManageRefusal>> {
  return await manage(app, by, (txn) => {
    const found = findKey(txn, idOrPrefix)
    if (!found.ok) return found
    const key = found.value
    const owner = readUser(txn.db, key.userId)
    if (owner === undefined || !isAllowed(by, owner)) return notAllowed
    const changed = change(txn, key, owner)
    if (!changed.ok) return changed
    if (changed.value === null) removeKey(txn, key)
    else putKey(txn, key, changed.value)
    audit(txn, by, action, changed.value ?? key, { owner: owner.name })
    return ok(changed.value ?? key)
  })
}

/** Replaces the secret in place: the old one is dead at once. */
export async function regenerateKey(
  app: App,
  by: User | null,
  idOrPrefix: string,
): Promise<Result<NewKey, ManageRefusal>> {
  const secret = newSecret(app)
  const changed = await changeKey(app, by, idOrPrefix, 'key.regenerate', (txn, key) =>
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

export const deactivateKey = (app: App, by: User | null, idOrPrefix: string): Promise<Result<ApiKey, ManageRefusal>> =>
  changeKey(app, by, idOrPrefix, 'key.deactivate', (_, key) => ok({ ...key, state: 'deactivated' }))

export const activateKey = (app: App, by: User | null, idOrPrefix: string): Promise<Result<ApiKey, ManageRefusal>> =>
  changeKey(app, by, idOrPrefix, 'key.activate', (_, key) => ok({ ...key, state: 'active' }))

/** Removes a key for good; its id is never given again. */
export const revokeKey = (app: App, by: User | null, idOrPrefix: string): Promise<Result<ApiKey, ManageRefusal>> =>
  changeKey(app, by, idOrPrefix, 'key.revoke', () => ok(null))

/** Sets a bot key's own legacy limits; null clears one, so that the setting holds again. */
export const limitKey = (
  app: App,
  by: User | null,
  idOrPrefix: string,
  limits: Readonly<Partial<Record<LegacyType, number | null>>>,
): Promise<Result<ApiKey, ManageRefusal>> =>
  changeKey(app, by, idOrPrefix, 'key.limit', (_, key) => {
    if (key.kind !== 'bot') return no('conflict', 'only bot keys have limits of the legacy API')
    const legacyLimits: Partial<Record<LegacyType, number>> = { ...key.legacyLimits }
    for (const [type, limit] of Object.entries(limits) as [LegacyType, number | null][]) {
      if (limit === null) delete legacyLimits[type]
      else legacyLimits[type] = limit
    }
    return ok({ ...key, legacyLimits })
  })

/** Changes what a key may do and how often. */
export const adjustKey = (
  app: App,
  by: User | null,
  idOrPrefix: string,
  change: Pick<ApiKey, 'name' | 'grants' | 'denies' | 'requestsPerMinute'>,
): Promise<Result<ApiKey, ManageRefusal>> =>
  changeKey(app, by, idOrPrefix, 'key.adjust', (_, key, owner) => {
    const added = change.grants.filter((ability) => !key.grants.includes(ability))
    const fault = grantFault(owner, added)
    return fault === null ? ok({ ...key, ...change }) : no('conflict', fault)
  })
