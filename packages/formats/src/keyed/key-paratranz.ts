// A list of ParaTranz as a game's own file: objects with `key`, `original`, `translation` and `stage`. The translation is replaced, or
// written behind the original, and a stage that says that it is none, or disputed, becomes that of a translated text.
import { remarkOf } from '../../../../src/base/remark.ts'
import { type KeyedDocument, type KeyedFormat, type KeyedSide, KeyedTexts, type Unfinished } from './keyed-format.ts'
import { keyJson, readJson } from './key-json.ts'

export const keyParatranz: KeyedFormat = {
  ...keyJson,
  name: 'ParaTranz',
  meaning: 'ParaTranz ([{"key", "original", "translation"}])',
  looksLike: (start) => {
    const [entry = ''] = /^\s*\[\s*\{[^]*/.exec(start) ?? []
    return [/"key"\s*:\s*"/, /"original"\s*:\s*"/, /"(?:translation|stage)"\s*:/].every((member) => member.test(entry))
  },
  read: readList,
}

type Member = KeyedDocument['texts'][number]

function readList(document: string, file: string, side: KeyedSide): KeyedDocument {
  const stages = new Map<string, Unfinished>()
  const json = readJson(
    document,
    file,
    'source',
    ([, , deeper]) => deeper === undefined,
    ([entry, member], stage, place) => {
      if (member !== 'stage' || (stage !== UNTRANSLATED && stage !== DISPUTED)) return
      const why = stage === DISPUTED ? 'fuzzy' : 'state'
      stages.set(String(entry), { why, texts: 1, edits: [{ ...place, text: TRANSLATED }] })
    },
  )
  const texts = new KeyedTexts(document, file, side)
  const entries = Map.groupBy(json.texts, ({ key }) => key.slice(0, key.indexOf('.')))
  for (const [entry, members] of entries) {
    const [key, original, translation, context] = ['key', 'original', 'translation', 'context'].map((name) =>
      members.find((member) => member.key === `${entry}.${name}`),
    ) as [Member?, Member?, Member?, Member?]
    if (original === undefined) continue
    const { text, line, end } = original
    texts.add({
      key: key?.text || text,
      text: side === 'source' ? text : (translation?.text ?? ''),
      line,
      start: translation?.start ?? end,
      end: translation?.end ?? end,
      unfinished: stages.get(entry) ?? null,
      remark: remarkOf({ notes: [context?.text ?? ''] }),
      ...(translation === undefined && { write: inserted }),
    })
  }
  const done = texts.done()
  return {
    ...done,
    isPartial: json.isPartial,
    warnings: [...json.warnings, ...done.warnings],
    isBilingual: true,
  }
}

const [UNTRANSLATED, TRANSLATED, DISPUTED] = [0, '1', 2] as const

const inserted = (_: string, text: string): string => `, "translation": ${JSON.stringify(text)}`
