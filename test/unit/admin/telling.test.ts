// What use cases refuse, what the checks find, and what else comes from below the site, in its other languages: a text for
// each, with the facts that the English sentence has. The pages' own words: catalogues.test.ts.
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../../../src/admin/language/known-languages.ts'
import { ENGLISH, type Language, speaking } from '../../../src/admin/language/language.ts'
import { told } from '../../../src/admin/language/say.ts'
import { reportTable } from '../../../src/admin/parts/import-forms.ts'
import { tellAllowed, tellFinding, tellRefusal } from '../../../src/admin/parts/telling.ts'
import type { Refusal } from '../../../src/app/refusal.ts'
import { REFUSAL_CODES, sentenceFor } from '../../../src/app/refusal-sentences.ts'
import { keyNameLengthMax } from '../../../src/app/people/manage-keys.ts'
import * as passwordRules from '../../../src/app/people/password-rules.ts'
import { ABILITY_RULES } from '../../../src/domain/access.ts'
import { type GateInput, NO_WAIVERS, runGate } from '../../../src/domain/checks/gate.ts'
import { compileGlossary } from '../../../src/domain/checks/glossary.ts'
import { BATCH_RULE_CODES, type Finding, RULE_CODES } from '../../../src/domain/finding.ts'
import * as limits from '../../../src/domain/limits.ts'
import { allowedValues, SETTING_NAMES, SETTINGS } from '../../../src/domain/settings.ts'
import { CONTENT_VECTORS } from '../../vectors/gate-content.ts'
import { GLOSSARY_VECTORS } from '../../vectors/gate-glossary.ts'
import { LENGTH_VECTORS } from '../../vectors/gate-lengths.ts'
import { CAPTION_VECTORS, PRINTF_VECTORS, TAG_VECTORS } from '../../vectors/gate-tags.ts'
import { ALONE_VECTORS, FORMAT_VECTORS, SOURCE_VECTORS } from '../../vectors/gate-texts.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../support/plain-gate.ts'

const others = LANGUAGES.filter((language) => language !== ENGLISH)

const slipped: Finding = {
  rule: 'ALIGN_01',
  code: 'markup_functional_breakage',
  severity: 'warning',
  message: 'English',
  details: { fitsRow: '0123456789abcdef' },
}

/** All facts of all refusals, with the names of those that were asked for. */
function factsOf(code: Refusal['code']): { readonly refusal: Refusal; readonly asked: Set<string> } {
  const asked = new Set<string>()
  const noting = (facts: object, path: string): object =>
    new Proxy(facts, {
      get(target, name) {
        const fact: unknown = Reflect.get(target, name)
        const at = `${path}${String(name)}`
        if (fact !== undefined) asked.add(at)
        return typeof fact === 'object' && fact !== null && !Array.isArray(fact) ? noting(fact, `${at}.`) : fact
      },
    })
  const facts = {
    code,
    id: 7,
    version: 2,
    labels: 1_001,
    labelsMax: 1_000,
    rules: 201,
    rulesMax: 200,
    proposalId: 7,
    slug: 'english-items',
    fault: 'there is no label x',
    status: 'approved',
    layer: 'manual',
    ability: 'translations:write-machine',
    errors: [slipped],
    what: [{ doing: 'granting', ability: 'rows:read' }],
    why: { code: 'disk_full' },
    damage: { file: 'main.tsv', where: { at: 'line', line: 7 }, problem: 'no_term' },
    max: 65535,
    lost: 300,
    rows: 500,
    carried: 30,
    others: 30,
    texts: 500,
    count: 3,
    rowId: '0123456789abcdef',
    changed: 40,
    shards: 1,
    entries: 2,
    invalid: 5,
    written: 9,
    reference: 30,
    all: 'tags ×5',
    date: '2026-11-30',
    files: 'a.json',
    owner: { name: 'Olena', role: 'translator' },
    name: 'target_language',
    ...Object.fromEntries(
      'reviewer prefix named own first second term path file other pair language expected known reason folder slot problem provider'
        .split(' ')
        .map((each) => [each, 'Olena']),
    ),
  }
  return { refusal: noting(facts, '') as Refusal, asked }
}

const LIMITS = { ...limits, ...passwordRules, keyNameLengthMax }
const namesIn = (text: string): readonly string[] => [...text.matchAll(/\{([\w.]+)/g)].map(([, name = '']) => name)

/** Every finding of the gate on every vector. */
const FINDINGS: readonly Finding[] = [
  slipped,
  { ...slipped, rule: 'ALIGN_02', details: {} },
  ...[
    TAG_VECTORS,
    CAPTION_VECTORS,
    PRINTF_VECTORS,
    LENGTH_VECTORS,
    ALONE_VECTORS,
    SOURCE_VECTORS,
    FORMAT_VECTORS,
    GLOSSARY_VECTORS,
  ]
    .flat()
    .flatMap((vector) =>
      found({
        source: vector.source,
        text: vector.text,
        maxLength: () => vector.maxLength ?? null,
        rules: { ...DEFAULT_GATE_RULES, ...vector.rules },
        glossary: compileGlossary(vector.glossary ?? [], vector.rules?.targetLanguage),
      }),
    ),
  ...CONTENT_VECTORS.flatMap(({ source, fires, language = '', letters = null, reference }) =>
    found({
      source,
      text: fires,
      rules: { ...DEFAULT_GATE_RULES, targetLanguage: language, letters },
      ...(reference !== undefined && { reference: () => reference }),
      glossary: EMPTY_GLOSSARY,
    }),
  ),
]

function found(input: Omit<GateInput, 'waivers'>): readonly Finding[] {
  const { errors, warnings } = runGate({ ...input, layer: 'machine', waivers: NO_WAIVERS })
  return [...errors, ...warnings]
}

describe.each(others)('$name', (language) => {
  const { refusals, findings } = language

  it('has a text for every refusal, with facts that the English sentence has', () => {
    expect(Object.keys(refusals).toSorted()).toEqual(REFUSAL_CODES.toSorted())
    const wrong = REFUSAL_CODES.flatMap((code) => {
      const { refusal, asked } = factsOf(code)
      const english = sentenceFor('site', refusal)
      const strange = namesIn(refusals[code] ?? '').filter((name) => !asked.has(name) && !(name in LIMITS))
      const said = speaking(language, () => tellRefusal(refusal))
      return strange.length > 0 || said === english || /[{}]/.test(said) ? [{ code, strange, said }] : []
    })
    expect(wrong).toEqual([])
  })

  it('has a text for every rule, filled with the details of what the gate finds', () => {
    const rules = [...RULE_CODES, ...BATCH_RULE_CODES]
    expect(Object.keys(findings).toSorted()).toEqual(rules.toSorted())
    const seen = Map.groupBy(FINDINGS, ({ rule }) => rule)
    expect(rules.filter((rule) => !seen.has(rule))).toEqual([])
    const english = FINDINGS.filter((finding) => speaking(language, () => tellFinding(finding)) === finding.message)
    expect(english).toEqual([])
    // A text that no finding can fill is never said.
    const idle = rules.flatMap((rule) =>
      (findings[rule] ?? []).filter(
        (text) =>
          !(seen.get(rule) ?? []).some((finding) => namesIn(text).every((name) => hasFact(finding.details, name))),
      ),
    )
    expect(idle).toEqual([])
  })

  it('says what settings mean and take, and what abilities allow', () => {
    const below = [
      ...SETTING_NAMES.map((name) => SETTINGS[name].meaning),
      ...Object.values(ABILITY_RULES).map(({ label }) => label),
    ]
    const isSaid = (text: string): boolean => speaking(language, () => told(text)) !== text
    expect(below.filter((text) => !isSaid(text))).toEqual([])
    const taken = SETTING_NAMES.map(
      (name) => [allowedValues(name), speaking(language, () => tellAllowed(name))] as const,
    )
    expect(taken.filter(([english, said]) => said === english)).toEqual([])
  })

  it('names what a report of an import counts', async () => {
    const slot = { total: 1, added: 1, changed: 1, retired: 1, back: 1, unchanged: 1, unknown: 1 }
    const report = {
      rows: slot,
      reference_diff: slot,
      changed_with_translation: 1,
      changedCosmeticOnly: 1,
      heads_now_stale: 1,
      heads_now_invalid: 1,
      localized: { written: 1, unchanged: { same_text: 1, already_filled: 1 }, source_equal: 1, control_characters: 1 },
      seconds: 2,
    }
    const cellsIn = async (spoken: Language): Promise<readonly string[]> => {
      const page = await speaking(spoken, () => reportTable(report))
      return [...page.toString().matchAll(/<(?:th|td)[^>]*>([^<]+)</g)].map(([, cell = '']) => cell)
    }
    const english = await cellsIn(ENGLISH)
    const said = await cellsIn(language)
    expect(said).toHaveLength(english.length)
    expect(english.filter((cell, at) => /[a-z]{3}/.test(cell) && cell !== 'diff' && cell === said[at])).toEqual([])
  })
})

describe('the warnings of a report', () => {
  const damage = { file: 'a.json', where: { at: 'line', line: 2 }, problem: 'left_twice', found: '"a" ×3' }
  const kept = { code: 'kept_diff', file: 'en_diff', date: '2026-11-30', option: '--diff', empties: '--no-diff' }
  const sentences = ['a.json, line 2: …', 'the diff … add the new one with --diff …']
  const saidIn = async (name: string, report: Record<string, unknown>): Promise<readonly string[]> => {
    const spoken = LANGUAGES.find((each) => each.name === name) ?? ENGLISH
    const page = await speaking(spoken, () => reportTable(report))
    return [...page.toString().matchAll(/<li class="warning">(.*?)<\/li>/g)].map(([, said = '']) => said)
  }

  it.each([
    [
      'English',
      'a.json, line 2: a key that occurs twice has its last text, as in the game (&quot;a&quot; ×3)',
      'the diff en_diff imported on 2026-11-30 is kept and still applies to the new main file; give the new one, or say that the game has none',
    ],
    [
      'Українська',
      'a.json, рядок 2: ключ, що трапляється двічі, має свій останній текст, як у грі (&quot;a&quot; ×3)',
      'файл diff en_diff, імпортований 2026-11-30, лишився й далі діє для нового основного файлу; дайте й новий або вкажіть, що гра його не має',
    ],
    [
      'Polski',
      'a.json, linia 2: klucz, który występuje dwa razy, ma swój ostatni tekst, jak w grze (&quot;a&quot; ×3)',
      'plik diff en_diff, zaimportowany 2026-11-30, zostaje i nadal obowiązuje dla nowego pliku głównego; podaj też nowy albo zaznacz, że gra go nie ma',
    ],
  ])('are in %s, as a run gives them and as a record keeps them', async (name, ...said) => {
    const facts = [{ code: 'file_note', damage }, kept]
    expect(await saidIn(name, { warnings: sentences, warning_facts: facts })).toEqual(said)
    expect(await saidIn(name, { warnings: facts })).toEqual(said)
  })

  it('stay as they are if an earlier version wrote them', async () => {
    expect(await saidIn('Polski', { warnings: sentences })).toEqual(sentences)
  })
})

/** A dotted name in the details, with something to say. */
function hasFact(details: unknown, path: string): boolean {
  const fact = path
    .split('.')
    .reduce<unknown>((value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name], details)
  return typeof fact === 'object' && fact !== null ? Object.keys(fact).length > 0 : fact !== undefined && fact !== ''
}

it('keeps what is quoted as it is, lists what is many, and names what nobody sees', () => {
  const finding: Finding = {
    ...slipped,
    rule: 'FORMAT_02',
    details: { missing: { '\n': 2, '{0}': 1 }, unexpected: {}, lookalikes: [] },
  }
  const [ukrainian = ENGLISH] = others
  expect(speaking(ukrainian, () => tellFinding(finding))).toBe(
    'Форматування відрізняється: перевірте, чи так задумано. Менше, ніж в оригіналі: розрив рядка ×2, {0}.',
  )
  expect(tellFinding(finding)).toBe('English')
})
