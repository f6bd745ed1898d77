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
import { type Ability, LEGACY_TYPES, type LegacyType, ABILITIES } from '../../../domain/vocabulary.ts'
import type { CommandContext, ParsedArgs, Runnable, ValueSpec, OptionSpec } from '../../command.ts'
import { isoTimeOrNull, shownValue, tableLines } from '../../streams/lines.ts'
import { answerOnce, type Unseen } from '../one-time.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { KEY, NAME, TEXT, word } from '../../options.ts'
import { requestsPerMinuteMax } from '../../../domain/limits.ts'
import { SETTINGS } from '../../../domain/settings.ts'

function keyDocument(app: App, { key, lastUsedAtMs, legacyUses }: KeyView) {
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

/** Who set each aspect of a key: a person's name, or `command line`. */
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

const ABILITY: ValueSpec = word('ABILITY', ABILITIES, 'ability')

const keyArgument = { value: KEY, summary: "The key's id, or its first 12 characters" }

const legacyLimitOptions = LEGACY_TYPES.map(
  (type): OptionSpec => ({
    name: type.replaceAll('_', '-'),
    summary: `Requests of type ${type} in a UTC day; default clears the limit`,
    value: { kind: 'integer', placeholder: 'N', min: 0, max: SETTINGS[`legacy_limit_${type}`].max, words: ['default'] },
  }),
)

const adjustOptions: readonly OptionSpec[] = [
  { name: 'grant', summary: 'Ability beyond those of the role', value: ABILITY, isRepeatable: true },
  { name: 'ungrant', summary: 'Take a grant back', value: ABILITY, isRepeatable: true },
  { name: 'deny', summary: 'Ability to take away; its owner cannot lift it', value: ABILITY, isRepeatable: true },
  { name: 'lift', summary: 'Take a deny back', value: ABILITY, isRepeatable: true },
  {
    name: 'requests-per-minute',
    summary: "Ceiling in place of the role's, which the owner cannot raise; default clears it",
    value: { kind: 'integer', placeholder: 'N', min: 1, max: requestsPerMinuteMax, words: ['default'] },
  },
]

export const create: Runnable = {
  name: 'key create',
  summary: 'Make a key; prints its secret, once',
  options: [
    { name: 'user', summary: 'Owner of the key', value: NAME, isRequired: true },
    { name: 'bot', summary: 'A bot key: works on the legacy endpoint too (one per person, moderator and above)' },
    { name: 'name', summary: 'What the key is for', value: TEXT },
    { name: 'grant', summary: 'Ability beyond those of the role', value: ABILITY, isRepeatable: true },
    { name: 'deny', summary: 'Ability to take away, whatever the role', value: ABILITY, isRepeatable: true },
    {
      name: 'requests-per-minute',
      summary: "Ceiling in place of the role's",
      value: { kind: 'integer', placeholder: 'N', min: 1, max: requestsPerMinuteMax },
    },
    { name: 'secret-stdin', summary: 'Register an existing secret, read from standard input (one line)' },
  ],
  examples: [
    'windrow key create --user Olena --name "my script"',
    'windrow key create --user Ihor --bot --secret-stdin < old-key.txt',
    'windrow key create --user Ihor --deny translations:write-manual --requests-per-minute 600',
  ],
  async run(context, args) {
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
  },
}

export const list: Runnable = {
  name: 'key list',
  summary: 'List keys',
  options: [{ name: 'user', summary: 'Only keys of this person', value: NAME }],
  examples: ['windrow key list', 'windrow key list --user Olena'],
  run: (context, args) =>
    withApp(context, (app) => {
      const name = args.text('user')
      const keys = name === undefined ? listKeys(app) : readKeys(app, namedPerson(app, name).id)
      const documents = keys.map((view) => keyDocument(app, view))
      context.answer(documents, () =>
        tableLines(documents, {
          id: ({ id }) => id,
          prefix: ({ prefix }) => `${prefix}…`,
          owner: ({ user }) => String(user),
          kind: ({ kind }) => kind,
          state: ({ state }) => state,
          'last used': ({ last_used_at }) => shownValue(last_used_at ?? 'never used'),
          name: ({ name }) => name,
        }),
      )
    }),
}

export const show: Runnable = {
  name: 'key show',
  summary: 'Show one key: owner, kind, state, abilities, limits, last use',
  arguments: [keyArgument],
  examples: ['windrow key show wdr_1234abcd'],
  run: (context, args) =>
    withApp(context, (app) => {
      const document = keyDocument(app, viewKey(app, valueOf(findKey({ db: app.store.main }, args.argument('KEY')))))
      context.answer(document, () => Object.entries(document).map(([name, value]) => `${name}: ${shownValue(value)}`))
    }),
}

export const regenerate: Runnable = {
  name: 'key regenerate',
  summary: "Replace a key's secret; prints the new one once, and the old one stops working",
  arguments: [keyArgument],
  examples: ['windrow key regenerate wdr_1234abcd'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const made = valueOf(await regenerateKey(app, null, args.argument('KEY')))
      const { id } = made.key
      const remedy = `the old secret of key ${id} no longer works: windrow key regenerate ${id} makes a new one again`
      await answerSecret(context, app, made, { remedy })
    }),
}

type KeyChange = typeof activateKey

async function change(context: CommandContext, args: ParsedArgs, work: KeyChange, outcome: string): Promise<void> {
  await withApp(context, async (app) => {
    const key = valueOf(await work(app, null, args.argument('KEY')))
    context.answer(keyDocument(app, viewKey(app, key)), () => `key ${key.id} (${key.prefix}…) is ${outcome}`)
  })
}

/** A command that does one thing to a key. `verb`: its word behind `key`. */
const changing = (verb: string, summary: string, work: KeyChange, outcome: string): Runnable => ({
  name: `key ${verb}`,
  summary,
  arguments: [keyArgument],
  examples: [`windrow key ${verb} 3`],
  run: (context, args) => change(context, args, work, outcome),
})

export const deactivate = changing('deactivate', 'Switch a key off', deactivateKey, 'deactivated')
export const activate = changing('activate', 'Switch a key on again', activateKey, 'active')
export const revoke = changing('revoke', 'Remove a key permanently', revokeKey, 'revoked for good')

export const adjust: Runnable = {
  name: 'key adjust',
  summary: 'Change abilities and limits of a key; others stay',
  arguments: [keyArgument],
  needsOneOf: adjustOptions.map((option) => option.name),
  options: adjustOptions,
  examples: [
    'windrow key adjust 3 --deny translations:write-manual --requests-per-minute 20',
    'windrow key adjust 3 --grant translations:propose',
    'windrow key adjust 3 --lift translations:write-manual --requests-per-minute default',
  ],
  async run(context, args) {
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
    await change(context, args, (app, by, key) => adjustKey(app, by, key, next, pins), 'adjusted')
  },
}

export const limit: Runnable = {
  name: 'key limit',
  summary: "Set a bot key's own limits on the legacy endpoint",
  arguments: [keyArgument],
  needsOneOf: legacyLimitOptions.map((option) => option.name),
  options: legacyLimitOptions,
  examples: ['windrow key limit 3 --show-info 50000', 'windrow key limit 3 --show-info default'],
  async run(context, args) {
    const limits: Partial<Record<LegacyType, number | null>> = {}
    for (const type of LEGACY_TYPES) {
      const value = args.integerOrWord(type.replaceAll('_', '-'))
      if (value !== undefined) limits[type] = typeof value === 'number' ? value : null
    }
    await change(context, args, (app, by, key) => limitKey(app, by, key, limits), 'its limits are set')
  },
}
