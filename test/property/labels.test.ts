// The labels of rows by the index and by `labelsOfRows` equal a plain evaluation of rules and people's decisions, after random
// imports, changed rules, lists by hand, merges, reverts, reopened stores and thrown-away indexes; counts by state equal lists; and two processes store together.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApp } from '../../src/app/open-app.ts'
import type { App } from '../../src/app/app.ts'
import { Turn } from '../../src/base/turn.ts'
import { addLabelRule, removeLabel, removeLabelRule } from '../../src/app/labels/change-labels.ts'
import { LABEL_ACTS, labelRows } from '../../src/app/labels/label-rows.ts'
import { countsOf, listLabels } from '../../src/app/labels/read-labels.ts'
import { countFacets } from '../../src/app/work/count-facets.ts'
import { labelsOfRows } from '../../src/app/work/row-labels.ts'
import { tryRule } from '../../src/app/labels/try-rule.ts'
import { exportHistory } from '../../src/app/merge/export-history.ts'
import { mergeStore } from '../../src/app/merge/merge-store.ts'
import { revertRevisions } from '../../src/app/undo/revert.ts'
import { changeSetting } from '../../src/app/upkeep/change-settings.ts'
import { findWork, scanWork } from '../../src/app/work/find-work.ts'
import { RULE_FIELDS, type RuleField } from '../../src/domain/labels.ts'
import { sourceTextOf } from '../../src/domain/row.ts'
import { tokenCounts } from '../../src/domain/text/tokens.ts'
import { ALL_WORK, filterOfClass, WORK_CLASSES } from '../../src/domain/work/work-filter.ts'
import { derivedFolder } from '../../src/store/file/disposable.ts'
import { readReference } from '../../src/store/rows/references.ts'
import { readRowById } from '../../src/store/rows/read-rows.ts'
import { freshen } from '../../src/store/view.ts'
import { EVERY_REVISION } from '../support/every-revision.ts'
import { type GameStore, gameStore, idOf } from '../support/game-store.ts'
import { tries } from '../support/tries.ts'
import { holdsInTime } from '../support/holds.ts'

const rowsMax = 700
const START = Date.UTC(2026, 0, 2, 3, 4, 5)
const sources = ['Iron Sword', 'a long iron %s', 'Talk <Tag {0}|1> to me', '12:34', '', 'Sword <Tag {0}|2>\n']
const names = ['kind:item', 'Place:Kaifeng', 'ж']

const label = fc.constantFrom(...names)
const patterns: Readonly<Record<RuleField, readonly string[]>> = {
  source: ['*sword*', 'A long*', '??:*', '*'],
  reference: ['铁*', '*话', '?'],
  id: ['*7', '00000000000000?0', '*a*'],
  file: ['main/*', 'diff/*', '*/other*'],
  token: ['%s', '<*', '\n'],
}
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record({ how: fc.constant('import' as const), seed: fc.nat({ max: 9 }) }) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(label, fc.constantFrom(...RULE_FIELDS), fc.nat({ max: 3 }), fc.nat({ max: 3 }))
      .map(([name, field, a, b]) => {
        const some = patterns[field]
        return {
          how: 'rule' as const,
          name,
          field,
          patterns: [some[a % some.length], some[b % some.length]] as string[],
        }
      }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('end rule' as const), which: fc.nat({ max: 9 }) }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('end label' as const), name: label }) },
  {
    weight: 4,
    arbitrary: fc.record({
      how: fc.constant('hand' as const),
      name: label,
      act: fc.constantFrom(...LABEL_ACTS),
      rows: fc.uniqueArray(fc.nat({ max: rowsMax - 1 }), { minLength: 1, maxLength: 40 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('write' as const), row: fc.nat({ max: rowsMax - 1 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ how: fc.constant('captions' as const), policy: fc.constantFrom('keep', 'free') }),
  },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('lose' as const) }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('reopen' as const) }) },
  { weight: 1, arbitrary: fc.record({ how: fc.constant('revert' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      how: fc.constant('merge' as const),
      name: label,
      pattern: fc.constantFrom(...patterns.source),
      given: fc.uniqueArray(fc.nat({ max: rowsMax - 1 }), { minLength: 1, maxLength: 20 }),
      taken: fc.uniqueArray(fc.nat({ max: rowsMax - 1 }), { minLength: 1, maxLength: 20 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ how: fc.constant('keep' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

/** What people decided and which rules there are, kept by the test. */
interface Plain {
  rules: { id: number; name: string; field: RuleField; patterns: readonly string[] }[]
  /** By name and row: whether it has the label. */
  hands: Map<string, boolean>
  policy: 'keep' | 'free'
}

async function importOf(game: GameStore, seed: number): Promise<void> {
  const [main, diff, reference]: Record<string, string | null>[] = [{}, {}, {}]
  for (let row = 0; row < rowsMax; row++) {
    const number = (row * 7 + seed * (row % 11)) % 23
    const id = idOf(row + 1)
    if (number !== 3 || row === 0) main![id] = sources[(row + (row % 5 === seed % 5 ? seed : 0)) % 6] ?? ''
    if (number > 17) diff![id] = number === 18 ? null : (sources[number % 6] ?? '')
    if (row % 3 > 0) reference![id] = ['铁剑', '对话', '长'][(row + (seed % 2)) % 3] as string
  }
  const name = seed % 3 === 0 ? 'other' : 'main'
  await game.importFiles({
    main: game.jsonl(`${name}.jsonl`, main!),
    diff: game.jsonl(`${name}-diff.jsonl`, diff!),
    reference: game.jsonl('chinese.jsonl', reference!),
  })
}

async function carryOut(game: GameStore, plain: Plain, step: Step): Promise<void> {
  const { app } = game
  switch (step.how) {
    case 'import':
      return await importOf(game, step.seed)
    case 'captions':
      plain.policy = step.policy
      return void (await changeSetting(app, null, 'caption_policy', step.policy))
    case 'lose':
      return await game.reopen(() => rmSync(derivedFolder(app.store.folder), { recursive: true, force: true }))
    case 'reopen':
      return await game.reopen()
    case 'revert':
      return void (await revertRevisions(app, {
        filter: EVERY_REVISION,
        byId: null,
        takesApproved: true,
        asked: {},
        isDryRun: false,
        signal: new AbortController().signal,
        onProgress: () => {},
        onRow: () => {},
      }))
    case 'merge':
      return await mergeTeammate(game, plain, step)
    case 'keep':
      await findWork(app, ALL_WORK)
      return await app.work.index.keep('at once')
    case 'write':
      // A retired row takes no text.
      return await game.put(idOf(step.row + 1), 'machine', 'Так').catch(() => undefined)
    case 'rule': {
      const { name, field } = step
      const made = await addLabelRule(app, null, name, { field, patterns: step.patterns })
      if (made.ok) plain.rules.push({ id: made.value.id, name, field, patterns: step.patterns })
      return expect(made.ok).toBe(true)
    }
    case 'end rule': {
      const rule = plain.rules[step.which % Math.max(1, plain.rules.length)]
      if (rule === undefined) return
      plain.rules = plain.rules.filter((each) => each !== rule)
      return expect((await removeLabelRule(app, null, rule.id)).ok).toBe(true)
    }
    case 'end label': {
      const ended = await removeLabel(app, null, step.name.toUpperCase())
      if (!ended.ok) return expect(ended.refusal.code).toBe('no_label')
      plain.rules = plain.rules.filter(({ name }) => name !== step.name)
      for (const key of plain.hands.keys()) if (key.startsWith(`${step.name} `)) plain.hands.delete(key)
      return
    }
    case 'hand': {
      const { name, act } = step
      const asked = { label: name, act, origin: 'list' }
      const known = step.rows.map((row) => idOf(row + 1)).filter((id) => readRowByIdOrRetired(app, id))
      const done = await labelRows(app, null, asked, known)
      if (!done.ok) return expect([done.refusal.code, act]).not.toContain('give')
      for (const id of known) {
        if (act === 'reset') plain.hands.delete(`${name} ${id}`)
        else plain.hands.set(`${name} ${id}`, act === 'give')
      }
    }
  }
}

/** Merges the store of a teammate who gave and took one label, and made a rule for it. */
async function mergeTeammate(
  { app, folder }: GameStore,
  plain: Plain,
  { name, pattern, given, taken }: Extract<Step, { how: 'merge' }>,
): Promise<void> {
  const theirs = gameStore()
  try {
    const rows = Array.from({ length: rowsMax }, (_, row) => [idOf(row + 1), 'Sword'])
    await theirs.importFiles({ main: theirs.jsonl('main.jsonl', Object.fromEntries(rows)) })
    const rule = { field: 'source', patterns: [pattern] } as const
    await addLabelRule(theirs.app, null, name, rule)
    for (const [act, some] of [
      ['take', taken],
      ['give', given],
    ] as const)
      await labelRows(
        theirs.app,
        null,
        { label: name, act, origin: 'list' },
        some.map((row) => idOf(row + 1)),
      )
    const path = join(folder, 'history.jsonl')
    await exportHistory(theirs.app, { to: path })
    await mergeStore(app, { path, name: 'theirs', sizeBytes: 0, dryRun: false, userId: null })
  } finally {
    await theirs.close()
  }
  const isKnown = (each: Plain['rules'][number]): boolean =>
    each.name === name && each.field === 'source' && each.patterns.join('\n') === pattern
  const [made] = listLabels(app).flatMap((each) => (each.name === name ? each.rules.slice(-1) : []))
  if (!plain.rules.some(isKnown)) plain.rules.push({ id: made?.id ?? 0, name, field: 'source', patterns: [pattern] })
  const keysOf = (some: readonly number[]): string[] =>
    some.flatMap((row) => (readRowByIdOrRetired(app, idOf(row + 1)) ? [`${name} ${idOf(row + 1)}`] : []))
  for (const key of keysOf(taken)) if (!plain.hands.has(key)) plain.hands.set(key, false)
  for (const key of keysOf(given)) plain.hands.set(key, true)
}

const readRowByIdOrRetired = ({ store }: App, id: string): boolean => {
  freshen(store)
  return store.main.getBinary(Buffer.concat([Buffer.from([4]), Buffer.from(id, 'hex')])) !== undefined
}

/** A pattern as a regular expression, for the few patterns of this test. */
const asRegExp = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .replace(/[$^.|]/g, '\\$&')
      .replaceAll('?', '.')
      .replaceAll('*', '.*')}$`,
    'isu',
  )

/** The labels of each row by its id, by what the rules say. */
function plainly({ store }: App, { rules, hands, policy }: Plain): Map<string, readonly string[]> {
  freshen(store)
  const found = new Map<string, readonly string[]>()
  for (let number = 1; number <= rowsMax; number++) {
    const id = idOf(number)
    const row = readRowById(store.main, store.files, id)
    if (row === null || row.isServiceRow || sourceTextOf(row) === '') continue
    const reference = readReference(store.main, row.ordinal)
    const source = sourceTextOf(row)
    const { mustPreserve, cosmetic } = tokenCounts(source, policy)
    const text = reference === null ? null : (reference.diff ?? reference.main)
    const part = row.diff === null ? 'main' : 'diff'
    const texts: Readonly<Record<RuleField, readonly string[]>> = {
      source: [source],
      reference: text === null ? [] : [text],
      id: [id],
      file: [`${part}/${(row.diff ?? row.main)?.fileName ?? ''}`],
      token: [...Object.keys(mustPreserve), ...Object.keys(cosmetic)],
    }
    const its = names.filter(
      (name) =>
        hands.get(`${name} ${id}`) ??
        rules.some(
          (rule) =>
            rule.name === name && rule.patterns.some((each) => texts[rule.field].some((t) => asRegExp(each).test(t))),
        ),
    )
    if (its.length > 0) found.set(id, its)
  }
  return found
}

async function expectPlain(app: App, plain: Plain): Promise<void> {
  const expected = plainly(app, plain)
  const ordinals = new Map<number, string>()
  for (let number = 1; number <= rowsMax; number++) {
    const row = readRowById(app.store.main, app.store.files, idOf(number))
    if (row !== null) ordinals.set(row.ordinal, row.rowId)
  }
  const told = labelsOfRows(app, [...ordinals.keys()])
  const byRow = Array.from(told, ([ordinal, labels]) => [
    ordinals.get(ordinal),
    labels.map(({ name }) => name).toSorted(),
  ])
  expect(Object.fromEntries(byRow)).toEqual(
    Object.fromEntries(Array.from(expected, ([id, labels]) => [id, labels.toSorted()])),
  )
  const idsBy = (rows: { after: (after: number, count: number) => number[] }): string[] =>
    rows.after(0, rowsMax + 1).map((ordinal) => ordinals.get(ordinal) ?? '')
  for (const name of names) {
    const filter = { ...ALL_WORK, label: name }
    const meant = [...expected].flatMap(([id, labels]) => (labels.includes(name) ? [id] : []))
    expect(idsBy(await findWork(app, filter)).toSorted()).toEqual(meant.toSorted())
    expect(idsBy(await scanWork(app, filter)).toSorted()).toEqual(meant.toSorted())
    const [counts] = await countsOf(app, [{ name }], new Turn(null))
    for (const state of WORK_CLASSES)
      expect(counts?.[state]).toBe((await findWork(app, { ...filterOfClass(state), label: name })).size)
  }
  const { facets } = await countFacets(app, null, ALL_WORK, ['label'])
  const listed = await Promise.all(
    [...listLabels(app).map(({ name }) => name), '-'].map(async (name) => {
      const { size } = await findWork(app, { ...ALL_WORK, label: name })
      return { value: name, rows: size }
    }),
  )
  const byValue = (a: { value: string }, b: { value: string }): number => (a.value < b.value ? -1 : 1)
  expect(facets['label']?.values.toSorted(byValue)).toEqual(listed.filter(({ rows }) => rows > 0).toSorted(byValue))
  const without = { ...ALL_WORK, label: '-' }
  expect(idsBy(await findWork(app, without))).toEqual(idsBy(await scanWork(app, without)))
  const all = (await findWork(app, ALL_WORK)).size
  expect((await findWork(app, without)).size).toBe(all - expected.size)
}

test('labels by the index and of single rows are those of a plain evaluation', async () => {
  await holdsInTime(tries(40), fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
    let ms = START
    const game = gameStore({ nowMs: () => (ms += 3), monotonicMs: () => performance.now() })
    const plain: Plain = { rules: [], hands: new Map(), policy: 'keep' }
    try {
      await changeSetting(game.app, null, 'caption_policy', 'keep')
      await importOf(game, 1)
      let other: App | null = null
      for (const [at, each] of steps.entries()) {
        if (each.how === 'lose' || each.how === 'reopen') other = null
        await carryOut(game, plain, each)
        // Another process stores what it derived, now and then.
        if (at % 3 === 1) {
          other ??= createApp(game.app)
          await expectPlain(other, plain)
          if (at % 2 === 0) await other.work.index.keep('at once')
        }
        await expectPlain(game.app, plain)
      }
      for (const { rules } of listLabels(game.app)) {
        for (const rule of rules) {
          const tried = await tryRule(game.app, rule)
          const alone = plainly(game.app, { ...plain, hands: new Map(), rules: [{ ...rule, name: 'ж' }] })
          expect(tried.ok && tried.value.rows).toBe(alone.size)
        }
      }
    } finally {
      await game.close()
    }
  })
})
