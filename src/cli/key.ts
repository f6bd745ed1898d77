// `windrow key`: API keys. A secret is printed once, alone on its line.
import type { App } from '../app/app.ts'
import { lastUsedAt } from '../app/authenticate.ts'
import {
  activateKey,
  createKey,
  deactivateKey,
  findKey,
  limitKey,
  type NewKey,
  regenerateKey,
  revokeKey,
} from '../app/manage-keys.ts'
import { effectiveAbilities, REQUESTS_PER_MINUTE } from '../domain/access.ts'
import type { ApiKey } from '../domain/people.ts'
import { type Ability, LEGACY_TYPES, type LegacyType } from '../domain/vocabulary.ts'
import { legacyUsed } from '../store/counters.ts'
import { allKeys, keysOfUser, readUser, readUserByName } from '../store/people.ts'
import type { CommandContext, ParsedArgs } from './command.ts'
import { Failure } from './failure.ts'
import { isoTime, tableLines } from './lines.ts'
import { valueOf, valueOrUsage, withApp } from './with-app.ts'

function keyDocument(app: App, key: ApiKey): Record<string, unknown> {
  const owner = readUser(app.store.main, key.userId)
  const { settings } = app.rules.now()
  return {
    id: key.id,
    prefix: key.prefix,
    user: owner?.name ?? null,
    kind: key.kind,
    name: key.name,
    state: key.state,
    abilities: owner === undefined ? [] : effectiveAbilities(owner.role, owner.state, key),
    grants: key.grants,
    denies: key.denies,
    requests_per_minute: key.requestsPerMinute ?? (owner === undefined ? null : REQUESTS_PER_MINUTE[owner.role]),
    ...(key.kind === 'bot' && {
      legacy: Object.fromEntries(
        LEGACY_TYPES.map((type) => [
          type,
          {
            limit: key.legacyLimits[type] ?? settings[`legacy_limit_${type}`],
            used: legacyUsed(app.store, key.id, type),
          },
        ]),
      ),
    }),
    created_at: isoTime(key.createdAtMs),
    last_used_at: isoTime(lastUsedAt(app, key.id, key.lastUsedAtMs)),
  }
}

function answerSecret(context: CommandContext, app: App, { key, secret }: NewKey): void {
  const user = readUser(app.store.main, key.userId)?.name ?? null
  context.answer({ key: secret, prefix: key.prefix, id: key.id, user, kind: key.kind }, () => secret)
  context.note(`key ${key.id} (${key.kind}) of ${user}; this is the only time its secret is shown`)
}

export async function create(context: CommandContext, args: ParsedArgs): Promise<void> {
  const secret = args.flag('secret-stdin') ? (await context.readLine()).trim() : null
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
    answerSecret(context, app, valueOrUsage(made))
  })
}

export async function list(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, (app) => {
    const name = args.text('user')
    const owner = name === undefined ? undefined : readUserByName(app.store.main, name)
    if (name !== undefined && owner === undefined) {
      throw new Failure(`there is no person named ${name}; windrow user list shows everybody`)
    }
    const keys = owner === undefined ? [...allKeys(app.store.main)] : keysOfUser(app.store.main, owner.id)
    const documents = keys.map((key) => keyDocument(app, key))
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
            d['last_used_at'] ?? 'never used',
            d['name'],
          ].map(String),
        ),
      ),
    )
  })
}

export async function show(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, (app) => {
    const document = keyDocument(app, valueOf(findKey({ db: app.store.main }, args.argument('KEY'))))
    context.answer(document, () =>
      Object.entries(document).map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      ),
    )
  })
}

export async function regenerate(context: CommandContext, args: ParsedArgs): Promise<void> {
  await withApp(context, async (app) =>
    answerSecret(context, app, valueOf(await regenerateKey(app, null, args.argument('KEY')))),
  )
}

type KeyChange = typeof activateKey

async function change(context: CommandContext, args: ParsedArgs, work: KeyChange, outcome: string): Promise<void> {
  await withApp(context, async (app) => {
    const key = valueOf(await work(app, null, args.argument('KEY')))
    context.answer(keyDocument(app, key), () => `key ${key.id} (${key.prefix}…) is ${outcome}`)
  })
}

export const deactivate = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, deactivateKey, 'deactivated')
export const activate = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, activateKey, 'active')
export const revoke = (context: CommandContext, args: ParsedArgs): Promise<void> =>
  change(context, args, revokeKey, 'revoked for good')

export async function limit(context: CommandContext, args: ParsedArgs): Promise<void> {
  const limits: Partial<Record<LegacyType, number | null>> = {}
  for (const type of LEGACY_TYPES) {
    const value = args.integerOrWord(type.replaceAll('_', '-'))
    if (value !== undefined) limits[type] = typeof value === 'number' ? value : null
  }
  await change(context, args, (app, by, key) => limitKey(app, by, key, limits), 'limited as said')
}
