// The rules about content through API v1: what validate says is what a write does, a slipped batch, settings that change
// the severity, and stored texts that the gate would refuse today. docs/text-gate.md.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkTexts } from '../../src/app/upkeep/check-texts.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../src/base/bytes.ts'
import type { SettingName } from '../../src/domain/settings.ts'
import { openV1App, type V1App } from '../support/v1-app.ts'
import type { Json } from '../support/v1-client.ts'
import { granted } from '../support/app-world.ts'

const SENTENCES: readonly (readonly [string, string])[] = [
  ['The old gate is closed at night, and nobody may pass it.', 'Стара брама вночі зачинена, і ніхто не може пройти.'],
  ['Take {0} coins!', 'Візьми {0} монет!'],
  ['A hero', 'Герой'],
  [
    'Nine swords were forged in a single night by one smith of the north.',
    'Один коваль з півночі викував девʼять мечів за ніч.',
  ],
  ['You have 3 keys and %s', 'У тебе 3 ключі й %s'],
  ['Leave now?', 'Піти зараз?'],
  ['The <br>road', 'Шлях<br>'],
  ['It rains on the mountains of the west, as it did in the year 1204.', 'Дощить у горах заходу, як і 1204 року.'],
]
const idOf = (i: number): string => (i + 1).toString(16).padStart(16, '0')

let world: V1App
let secret: string

beforeEach(async () => {
  world = openV1App()
  secret = (await world.person('Ada', 'admin')).secret
  await world.importFiles(SENTENCES.map(([text], i) => ({ id: idOf(i), text })))
})
afterEach(() => world.close())

const set = async (name: SettingName, value: string): Promise<void> => {
  granted(await changeSetting(world.app, null, name, value))
}

const machine = (texts: readonly string[]) =>
  texts.map((text, i) => ({
    row_id: idOf(i),
    text,
    layer: 'machine',
    source_hash: sha256Hex(SENTENCES[i]?.[0] ?? ''),
    provider: 'p',
    model: 'm',
    overwrite: true,
  }))

const validate = async (texts: readonly string[], layer = 'machine'): Promise<Json[]> => {
  const items = machine(texts).map(({ row_id, text }) => ({ row_id, text, layer }))
  return (await world.post('/translations/validate', secret, { items })).json['data']['items']
}
const write = async (key: string, texts: readonly string[]): Promise<Json[]> =>
  (await world.post('/translations', secret, { items: machine(texts) }, key)).json['data']['items']

const rulesOf = (problems: Json[]): string[] => problems.map((problem) => problem['rule_code'])
const goodTexts = SENTENCES.map(([, text]) => text)
const [, ...shifted] = [...goodTexts, 'Кінець']

describe('a text with chatter', () => {
  const chatter = ['Here is the translation:\nСтара брама вночі зачинена, і ніхто не може пройти.']

  test('is refused as machine text, by validate and by the write', async () => {
    const [said] = await validate(chatter)
    expect(said).toMatchObject({ ok: false })
    expect(said?.['errors'][0]).toMatchObject({
      code: 'markup_functional_breakage',
      rule_code: 'CHAT_01',
      details: { agent_action: 'retranslate', retriable: false },
    })
    const [written] = await write('k', chatter)
    expect(written).toMatchObject({ ok: false, status: 'rejected' })
    expect(rulesOf(written?.['errors'])).toEqual(rulesOf(said?.['errors']))
  })

  test('is warned of as manual text', async () => {
    const [said] = await validate(chatter, 'manual')
    expect(said).toMatchObject({ ok: true, errors: [] })
    expect(rulesOf(said?.['warnings'])).toContain('CHAT_01')
  })

  test('is written with a warning when the setting is off, and listed by check-texts when it is on again', async () => {
    await set('machine_text_rules', 'false')
    const [written] = await write('k', chatter)
    expect(written).toMatchObject({ ok: true, status: 'written' })
    await set('machine_text_rules', 'true')
    const request = { layer: null, withWarnings: false, signal: new AbortController().signal, onProgress: () => {} }
    const { found, heads } = await checkTexts(world.app, request)
    expect(heads).toBe(1)
    expect(found.map(({ rowId, findings }) => [rowId, findings.map(({ rule }) => rule)])).toEqual([
      [idOf(0), ['CHAT_01']],
    ])
    const card = (await world.get(`/rows/${idOf(0)}`, secret)).json['data']['row']
    expect(card['layers']['machine']).toMatchObject({ status: 'draft' })
  })
})

test('another language is refused once the target language is set', async () => {
  const latin = ['Stara brama vnochi zachynena, i nikhto ne mozhe proity.']
  expect((await validate(latin))[0]).toMatchObject({ ok: true })
  await set('target_language', 'uk')
  const [said] = await validate(latin)
  expect(rulesOf(said?.['errors'])).toEqual(['LANG_01'])
})

describe('a batch that slipped by a row', () => {
  test('has a finding on the shifted rows that names the row they fit, in validate and write', async () => {
    const said = await validate(shifted)
    const fits = said.flatMap((item, i) =>
      [...item['errors'], ...item['warnings']]
        .filter((problem: Json) => problem['rule_code'] === 'ALIGN_01')
        .map((problem: Json) => [i, problem['details']['fits_row']]),
    )
    expect(fits.length).toBeGreaterThanOrEqual(3)
    for (const [i, row] of fits) expect(row).toBe(idOf(Number(i) + 1))
    const written = await write('k', shifted)
    expect(written.map((item) => [item['ok'], rulesOf(item['errors']), rulesOf(item['warnings'])])).toEqual(
      said.map((item) => [item['ok'], rulesOf(item['errors']), rulesOf(item['warnings'])]),
    )
  })

  test('is refused on machine texts with the setting', async () => {
    await set('slipped_batch_is_error', 'true')
    const said = await validate(shifted)
    expect(said.filter((item) => rulesOf(item['errors']).includes('ALIGN_01')).length).toBeGreaterThanOrEqual(3)
    const manual = await validate(shifted, 'manual')
    expect(manual.some((item) => rulesOf(item['errors']).includes('ALIGN_01'))).toBe(false)
  })

  test('is none when the texts are where they belong, nor with fewer than five', async () => {
    for (const item of await validate(goodTexts)) expect(item).toMatchObject({ ok: true, errors: [], warnings: [] })
    for (const item of await validate(shifted.slice(0, 4)))
      expect(rulesOf([...item['errors'], ...item['warnings']])).not.toContain('ALIGN_01')
  })
})
