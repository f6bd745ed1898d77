// Forms of a term in the store's own texts: words that begin as its translation does and that the glossary does not accept.
import { afterEach, beforeEach, expect, it } from 'vitest'
import { formsInUse } from '../../../src/app/terms/forms-in-use.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { granted } from '../../support/app-world.ts'
import { idOf, putText } from '../../support/game-store.ts'
import { openV1App, type V1App } from '../../support/v1-app.ts'

let world: V1App
beforeEach(() => (world = openV1App()))
afterEach(() => world.close())

const TEXTS = [
  ['The sheep', 'Вівці'],
  ['Two sheep', 'Двох овець бачить вівчар'],
  ['A sheep', 'Вівцею'],
  ['A sheepdog', 'Вівчарка'],
  ['Old sheep', 'Старі вівчиці'],
  ['Young sheep', 'Молоді вівчиці'],
  ['A hill', 'Вівсянка'],
] as const

it('come by frequency, without those that are accepted, and of rows with the term only', async () => {
  granted(await changeSetting(world.app, null, 'target_language', 'uk'))
  await world.importFiles(TEXTS.map(([text], at) => ({ id: idOf(at + 1), text })))
  for (const [at, [, text]] of TEXTS.entries())
    await putText(world.app.store, { id: idOf(at + 1), layer: 'manual', text })
  const entry = { source: 'sheep', forms: ['вівця'], caseSensitive: false, doNotTranslate: false, note: '' }
  const found = await formsInUse(world.app, 1, entry, new AbortController().signal)
  expect(found).toEqual([
    { form: 'вівчиці', texts: 2 },
    { form: 'вівчар', texts: 1 },
  ])
  const own = { ...entry, facts: { inflection: 'none' } } as const
  const others = await formsInUse(world.app, 1, own, new AbortController().signal)
  expect(others?.map(({ form }) => form)).toEqual(['вівчиці', 'вівці', 'вівчар', 'вівцею'])
})
