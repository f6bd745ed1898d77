// `windrow key`: API keys. A secret is printed once, alone on its line.
import type { App } from '../../../app/app.ts'
import { findPerson, type KeyView, listKeys, readKeys, viewKey } from '../../../app/people/read-people.ts'
import { namedPerson } from '../../named-person.ts'
import {
  activateKey,
  type AdjustKey,
  adjustKey,
  createKey,
  deactivateKey,
  findKey,
  limitKey,
  type NewKey,
  regenerateKey,
  revokeKey,
} from '../../../app/people/manage-keys.ts'
import { effectiveAbilities, REQUESTS_PER_MINUTE } from '../../../domain/access.ts'
import type { ApiKey, KeyAspect } from '../../../domain/people.ts'
import { type Ability, LEGACY_TYPES, type LegacyType } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { isoTimeOrNull, shownValue, tableLines } from '../../streams/lines.ts'
import { answerOnce, type Unseen } from '../one-time.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

function keyDocument(app: App, { key, lastUsedAtMs, legacyUses }: KeyView): Record<string, unknown> {
  const owner = findPerson(app, key.userId)
  return {
    id: key.id,
    prefix: key.prefix,
    user: owner?.name ?? null,
    kind: key.kind,
    name: key.name,
    state: key.state,
    abilities: owner === null ? [] : effectiveAbilities(owner.role, owner.state, key),
    grants: key.grants,
    denies: key.denies,
    set_by: setByDocument(app, key),
    requests_per_minute: key.requestsPerMinute ?? (owner === null ? null : REQUESTS_PER_MINUTE[owner.role]),
    ...(key.kind === 'bot' && {
      legacy: Object.fromEntries(legacyUses.map(({ type, limit, used }) => [type, { limit, used }])),
    }),
    created_at: isoTimeOrNull(key.createdAtMs),
    last_used_at: isoTimeOrNull(lastUsedAtMs),
  }
}

/** For each aspect of a key, a person's name or `command line`. */
const setByDocument = (app: App, key: ApiKey): Record<string, string> =>
  Object.fromEntries(
    Object.entries(key.setBy ?? {}).map(([aspect, id]) => [
      aspect,
      id === null ? 'command line' : (findPerson(app, id)?.name ?? `person ${id}`),
    ]),
  )

async function answerSecret(
  context: CommandContext,
  app: App,
  { key, secret }: NewKey,
  unseen: Pick<Unseen, 'takeBack' | 'remedy'> | null,
): Promise<void> {
  const owner = findPerson(app, key.userId)
  const user = owner?.name ?? null
  const document = { key: secret, prefix: key.prefix, id: key.id, user, kind: key.kind }
  if (unseen === null) context.answer(document, () => secret)
  else await answerOnce(context, document, secret, { what: `key ${key.id} of ${user}`, ...unseen })
  context.note(`key ${key.id} (${key.kind}) of ${user}; this is the only time its secret is shown`)
  if (owner !== null && owner.state !== 'active') {
    context.warn(`${user} is ${owner.state}, so the key opens nothing; windrow user state ${user} active changes that`)
  }
}

export async function create(context: CommandContext, args: ParsedArgs): Promise<void> {
  const secret = args.flag('secret-stdin') ? (await context.readSecret('Secret')).trim() : null
  await withApp(context, async (app) => {
    const made = await createKey(app, null, {
      userName: args.text('user') ?? '',
      kind: args.flag('bot') ? 'bot' : 'agent',
      name: args.text('name') ?? '',
      grants: args.texts('grant') as Ability[],
      denies: args.texts('deny') as Ability[],
      requestsPerMinute: args.integer('requests-per-minute') ?? null,
      secret,
    })
    const newKey = valueOrUsage(made)
    const id = String(newKey.key.id)
    const takeBack = () => revokeKey(app, null, id)
    // Who gave the secret has it.
    const unseen = secret === null ? { takeBack, remedy: `windrow key revoke ${id} removes key ${id}` } : null
    await answerSecret(context, app, newKey, unseen)
  })
}

export async function list(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, (app) => {
    const name = args.text('user')
    const keys = name === undefined ? listKeys(app) : readKeys(app, namedPerson(app, name).id)
    const documents = keys.map((view) => keyDocument(app, view))
    context.answer(documents, () =>
      tableLines(
        ['id', 'prefix', 'owner', 'kind', 'state', 'last used', 'name'],
        documents.map((d) =>
          [
            d['id'],
            `${String(d['prefix'])}…`,
            d['user'],
            d['kind'],
            d['state'],
            shownValue(d['last_used_at'] ?? 'never used'),
            d['name'],
          ].map(String),
        ),
      ),
    )
  })
}

export async function show(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, (app) => {
    const document = keyDocument(app, viewKey(app, valueOf(findKey({ db: app.store.main }, args.argument('KEY')))))
    context.answer(document, () => Object.entries(document).map(([name, value]) => `${name}: ${shownValue(value)}`))
  })
}

export async function regenerate(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, async (app) => {
    const made = valueOf(await regenerateKey(app, null, args.argument('KEY')))
    const { id } = made.key
    const remedy = `the old secret of key ${id} no longer works: windrow key regenerate ${id} makes a new one again`
    await answerSecret(context, app, made, { remedy })
  })
}

type KeyChange = typeof activateKey

async function change(context: CommandContext, args: ParsedArgs, work: KeyChange, outcome: string): Promise<void> {
  await withApp(context, async (app) => {
    const key = valueOf(await work(app, null, args.argument('KEY')))
    context.answer(keyDocument(app, viewKey(app, key)), () => `key ${key.id} (${key.prefix}…) is ${outcome}`)
  })
}

export const deactivate = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, deactivateKey, 'deactivated')
export const activate = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, activateKey, 'active')
export const revoke = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, revokeKey, 'revoked for good')

export async function adjust(context: CommandContext, args: ParsedArgs): Promise<void> {
  const [grants, ungrants, denies, lifts] = ['grant', 'ungrant', 'deny', 'lift'].map(
    (option) => args.texts(option) as Ability[],
  ) as [Ability[], Ability[], Ability[], Ability[]]
  const rate = args.integerOrWord('requests-per-minute')
  const next = (key: ApiKey): AdjustKey => ({
    grants: [...new Set([...key.grants, ...grants])].filter((ability) => !ungrants.includes(ability)),
    denies: [...new Set([...key.denies, ...denies])].filter((ability) => !lifts.includes(ability)),
    requestsPerMinute: rate === undefined ? key.requestsPerMinute : typeof rate === 'number' ? rate : null,
  })
  // The command line sets a value given here from now on, even if the owner had set the same one.
  const pins: KeyAspect[] = [
    ...denies.map((ability) => `deny ${ability}` as const),
    ...(typeof rate === 'number' ? (['rate'] as const) : []),
  ]
  await change(context, args, (app, by, key) => adjustKey(app, by, key, next, pins), 'adjusted as said')
}

export async function limit(context: CommandContext, args: ParsedArgs): Promise<void> {
  const limits: Partial<Record<LegacyType, number | null>> = {}
  for (const type of LEGACY_TYPES) {
    const value = args.integerOrWord(type.replaceAll('_', '-'))
    if (value !== undefined) limits[type] = typeof value === 'number' ? value : null
  }
  await change(context, args, (app, by, key) => limitKey(app, by, key, limits), 'limited as said')
}
