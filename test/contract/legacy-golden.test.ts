// The bytes of the legacy API: one file in golden/ for each mode and each error, request and answer as they go over the
// wire. The contract says that this API does not change, so these files never do: a difference is a fault of the change
// that made it. A file that is missing is written once with WINDROW_NEW_GOLDEN=1; none is ever written over.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { changeGlossary } from '../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { deactivateKey } from '../../src/app/people/manage-keys.ts'
import { changeRole, changeState } from '../../src/app/people/manage-users.ts'
import type { LegacyType } from '../../src/domain/vocabulary.ts'
import { type Request, type Step, take } from './legacy-scenario.ts'
import { type LegacyWorld, openWorld, PATH, type Person, ROWS, SECRETS } from './legacy-world.ts'

interface Recorded {
  /** What comes before; its requests are not in the file. */
  readonly given?: readonly Step[]
  readonly method?: string
  readonly as?: Person | null
  /** Sent as it stands; an object as JSON. */
  readonly body: unknown
}

const propose = { row_id: ROWS.plain, user_translate_text: 'Вітаємо вдома, мандрівнику.' }
const update = {
  action: 'update_ai_translated_text',
  row_id: ROWS.plain,
  ai_translated_text: 'Ласкаво просимо\nдодому',
}
const info = { action: 'show_info', row_id: ROWS.plain }
const later: Step = ({ clock }) => void (clock.ms += 61_001)
const sent = (post: unknown, as: Person = 'Olena'): Request => ({ post, as, status: 200 })
const noneLeft = (type: LegacyType): readonly Step[] => [
  ({ app }) => changeSetting(app, null, `legacy_limit_${type}`, '0'),
]

const SCENARIOS: Readonly<Record<string, Recorded>> = {
  'propose-created': { body: propose },
  'propose-updated': {
    given: [sent(propose), later],
    body: { ...propose, action: 'propose', user_translate_text: 'З поверненням, мандрівнику.' },
  },
  'propose-unchanged': { given: [sent(propose)], body: propose },
  'propose-with-a-warning': {
    body: { row_id: ROWS.long, user_translate_text: `${'Давним-давно викували дев’ять мечів. '.repeat(2)}\nКінець.` },
  },
  'propose-with-waivers': {
    body: {
      row_id: ROWS.tokens,
      user_translate_text: 'У вас є монети.',
      ignore_validation_errors: 1,
      ignore_glossary_warnings: 'true',
    },
  },
  'update-ai-translated-text': { body: { ...update, provider: ' openai ', model: 'gpt-4.1-2025-04-14' } },
  'update-ai-translated-text-by-flag': {
    body: { update_ai_translated_text: true, row_id: ROWS.diffOnly, ai_translated_text: 'Так' },
  },
  'update-ai-translated-text-overwritten': {
    given: [sent(update)],
    body: { ...update, ai_translated_text: 'Інше', overwrite_ai_translated_text: true },
  },
  'show-info': { body: info },
  'show-info-by-flag-in-diff': { body: { 'show-info': true, row_id: ROWS.inDiff } },
  'show-info-full': {
    given: [
      sent({ ...propose, user_translate_text: 'Перше речення.' }, 'Sofiia'),
      sent(propose),
      later,
      sent({ ...propose, user_translate_text: 'Третє речення.' }, 'Ihor'),
      sent({ ...update, provider: 'openai', model: 'gpt-4.1' }),
      later,
      (world) => world.reject(1, 'the tone'),
      (world) => world.approve(2),
    ],
    body: { show_info: true, row_id: ROWS.plain },
  },
  '400-damaged-json': { body: '{"row_id": "00000000000000a1",' },
  '400-no-object': { body: '["show_info"]' },
  '400-unknown-action': { body: { ...info, action: 'delete' } },
  '400-row-id': { body: { ...info, row_id: '00a1' } },
  '400-row-id-missing': { body: { action: 'show_info' } },
  '400-no-boolean': { body: { ...update, overwrite_ai_translated_text: 'perhaps' } },
  '400-text-missing': { body: { row_id: ROWS.plain } },
  '400-ai-text-empty': { body: { ...update, ai_translated_text: '' } },
  '400-provider-too-long': { body: { ...update, provider: 'x'.repeat(129) } },
  '401-missing-key': { as: null, body: info },
  '401-unknown-key': { as: 'unknown', body: info },
  '401-agent-key': { as: 'Taras', body: info },
  '403-key-inactive': { given: [({ app }) => deactivateKey(app, null, '1')], body: info },
  '403-account-inactive': { given: [({ app }) => changeState(app, null, 'Olena', 'blocked')], body: info },
  '403-role': { given: [({ app }) => changeRole(app, null, 'Olena', 'translator')], body: info },
  '404-unknown-row': { body: { ...info, row_id: 'f'.repeat(16) } },
  '405-get': { method: 'GET', body: undefined },
  '409-filled': { given: [sent(update)], body: update },
  '422-empty': { body: { ...propose, user_translate_text: ' ' } },
  '422-service-row': { body: { row_id: ROWS.service, user_translate_text: '12:34' } },
  '422-markup': { body: { row_id: ROWS.tokens, user_translate_text: 'У вас є %d монет.' } },
  '422-glossary': {
    given: [
      ({ app }) => {
        const entries = [
          { source: 'Jianghu', forms: ['цзянху'], caseSensitive: false, doNotTranslate: false, note: '' },
        ]
        return changeGlossary(app, null, { entries, how: 'replace', origin: 'terms.csv' })
      },
    ],
    body: { row_id: ROWS.glossary, user_translate_text: 'Світ широкий.' },
  },
  '429-show-info': { given: noneLeft('show_info'), body: info },
  '429-propose': { given: noneLeft('user_translate_text'), body: propose },
  '429-update': { given: noneLeft('ai_translated_text'), body: update },
  '503-save-failed': { given: [({ app }) => void (app.store.faults.flushFailed = true)], body: update },
}

const folder = fileURLToPath(new URL('golden/', import.meta.url))
const fileOf = (name: string): string => `${folder}legacy-${name}.http`

async function transcriptOf(world: LegacyWorld, { method = 'POST', as = 'Olena', body }: Recorded): Promise<string> {
  const text = body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body)
  const headers = { 'Content-Type': 'application/json', ...(as !== null && { 'X-API-Key': SECRETS[as] }) }
  const answer = await world.send({ method, headers, ...(text !== '' && { body: text }) }, null)
  const headersOf = (entries: Iterable<readonly [string, string]>): string =>
    [...entries].map(([name, value]) => `${name}: ${value}\n`).join('')
  return `${method} ${PATH}\n${headersOf(Object.entries(headers))}\n${text}\n\n${answer.status}\n${headersOf(answer.headers)}\n${answer.text}\n`
}

describe('a request and its answer, byte for byte', () => {
  test.each(Object.entries(SCENARIOS))('%s', async (name, scenario) => {
    const world = await openWorld()
    for (const step of scenario.given ?? []) await take(world, step)
    const transcript = await transcriptOf(world, scenario)
    await world.close()
    if (process.env['WINDROW_NEW_GOLDEN'] === '1' && !existsSync(fileOf(name))) writeFileSync(fileOf(name), transcript)
    expect(transcript).toBe(readFileSync(fileOf(name), 'utf8'))
  })

  test('no file is without its scenario', () => {
    const files = readdirSync(folder).filter((file) => file.endsWith('.http'))
    expect(files.sort()).toEqual(
      Object.keys(SCENARIOS)
        .map((name) => `legacy-${name}.http`)
        .sort(),
    )
  })
})
