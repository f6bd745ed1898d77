// The rules that requests share: what is read again after which change.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { NO_WAIVERS, runGate } from '../../../src/domain/checks/gate.ts'
import { granted } from '../../support/app-world.ts'
import { type GameStore, gameStore } from '../../support/game-store.ts'

let game: GameStore
beforeEach(() => (game = gameStore()))
afterEach(() => game.close())

const ENTRY = { source: 'gate', forms: ['брама'], caseSensitive: false, doNotTranslate: false, note: '' }
const target = async (tag: string): Promise<unknown> =>
  granted(await changeSetting(game.app, null, 'target_language', tag))

function refusals(text: string): string[] {
  const { glossary, gate } = game.app.rules.now()
  const given = { source: 'At the gate', text, rules: gate, glossary, waivers: NO_WAIVERS }
  return runGate(given).errors.map(({ rule }) => rule)
}

it('another target language brings its inflected forms, with the glossary as it was', async () => {
  granted(await changeGlossary(game.app, null, { entries: [ENTRY], how: 'replace', origin: 'test' }))
  expect(refusals('Біля брами')).toEqual(['GLOSSARY_01'])
  await target('uk')
  expect(refusals('Біля брами')).toEqual([])
  expect(refusals('Біля брамника')).toEqual(['GLOSSARY_01'])
  await target('bg')
  expect(refusals('Біля брами')).toContain('GLOSSARY_01')
})

it('another setting leaves the compiled glossary as it is', async () => {
  await target('uk')
  const { glossary } = game.app.rules.now()
  granted(await changeSetting(game.app, null, 'length_long_offset', '41'))
  expect(game.app.rules.now().glossary).toBe(glossary)
})
