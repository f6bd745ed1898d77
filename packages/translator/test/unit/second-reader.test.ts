import { expect, it } from 'vitest'
import { readingOf } from '../../src/verdict.ts'
import { rowOf } from './rows.ts'

const text = 'Брама ==> зачинена «назавжди»'
const row = rowOf(1, 'The gate ==> is shut for ever', {
  layers: {
    manual: null,
    machine: { revision: 1, text, status: 'draft', freshness: 'fresh', provider: 'p', model: 'm' },
  },
})

const KEEPS =
  'keep| Keep. |"keep"|`KEEP`|**keep**|keep – reads well|keep: fine|Verdict: keep|keep it|Keep as is.|keep this; it is right|kept|The translation is good.|OK|correct|No changes needed.|✓|fine!|unchanged'.split(
    '|',
  )

it.each([...KEEPS, text, `зачинена ==> ${text}`])('%s keeps the text', (verdict) => {
  expect(readingOf(row, verdict)).toEqual({ text, fault: '' })
})

it.each([
  ['назавжди ==> Брама замкнена навік', 'назавжди', 'Брама замкнена навік'],
  ['«назавжди» ==> Брама замкнена навік', '«назавжди»', 'Брама замкнена навік'],
  ['"зачинена" ==> Браму замкнено', 'зачинена', 'Браму замкнено'],
  ['Брама ==> зачинена ==> Браму ==> замкнено', 'Брама', 'зачинена ==> Браму ==> замкнено'],
  ['назавжди → Брама замкнена навік', 'назавжди', 'Брама замкнена навік'],
  ['назавжди --> Брама замкнена навік', 'назавжди', 'Брама замкнена навік'],
  ['назавжди ==&gt; Брама замкнена навік', 'назавжди', 'Брама замкнена навік'],
  ['==> зачинена ==> ==> Брама замкнена', '==> зачинена', '==> Брама замкнена'],
  ['ачин ==> Брама замкнена навік', 'ачин', 'Брама замкнена навік'],
])('%s quotes the text', (verdict, fault, better) => {
  expect(readingOf(row, verdict)).toEqual({ text: better, fault })
})

it.each([
  'Браму замкнено',
  'вікно ==> Браму замкнено',
  ' ==> Браму замкнено',
  '',
  'а ==> Браму замкнено',
  'keep it, but',
  'OK, but the name is wrong',
  'good ==> Браму замкнено',
  'за ==> Браму замкнено',
  '«» ==> Браму замкнено',
  'зачинена ==> замкнена',
])('%s quotes no word of it', (verdict) => {
  expect(readingOf(row, verdict)).toBeNull()
})

it('a row without a machine text has nothing to read', () => {
  expect(readingOf(rowOf(1, 'Gate'), 'keep')).toBeNull()
})
