// What a model is asked.
import { describe, expect, it } from 'vitest'
import { answerSchema, lineTokens, promptOf, promptVersionOf } from '../../src/prompt.ts'
import { earlierPairs, earlierTokensMax, estimateTokens } from '../../../../src/domain/text/earlier-pairs.ts'
import { type Task, tasksOf } from '../../src/task.ts'
import { rowOf, taskOf } from './rows.ts'

const BRIEF = { role: 'translate', model: 'm', language: 'uk', team: '', notes: '', reference: 'short' } as const

describe('a prompt', () => {
  it('numbers the texts and says what to keep, the Chinese, the terms, and nothing of ids', () => {
    const term = { source: 'gate', forms: ['брам*'], doNotTranslate: false, caseSensitive: false, note: '' }
    const rows = [
      rowOf(17, 'Open the gate,\n%s!', { keep: { '%s': 1 }, reference: '开门', terms: [term] }),
      rowOf(18, 'Yes'),
    ]
    const { system, user, count } = promptOf(
      rows.map((row) => taskOf(row)),
      BRIEF,
      [],
    )
    expect(count).toBe(2)
    expect(system).toContain('into Ukrainian (uk)')
    expect(user.split('\n')).toEqual([
      '# terms: gate = брам*',
      '# 2 to translate:',
      '1\tOpen the gate,\\n%s!\t[keep: %s]\t[zh: 开门]',
      '2\tYes',
    ])
    expect(system + user).not.toContain(rows[0]?.rowId)
  })

  it('says how much room a short text has', () => {
    const { system, user } = promptOf([taskOf(rowOf(1, 'Confirm', { maxLetters: 15 }))], BRIEF, [])
    expect(user).toContain('1\tConfirm\t[max: 15 letters]')
    expect(system).toContain('[max: …]')
  })

  it('shows old source and old text of a stale row, and why a text was refused', () => {
    const previous = { source: 'Open it', translation: 'Відкрий', layer: 'machine' } as const
    const refused = { text: 'Відкрий\n', rule: 'TAGS_01', message: 'Missing: %s.' }
    const { user } = promptOf([taskOf(rowOf(1, 'Open %s', { previous }), { refused })], BRIEF, [])
    expect(user).toContain(
      '1\tOpen %s\t[was: Open it]\t[now: Відкрий]\t[refused: Відкрий\\n]\t[because: TAGS_01: Missing: %s.]',
    )
  })

  it('has the Chinese of short texts, of all, or of none', () => {
    const tasks = [rowOf(1, 'Gate', { reference: '门' }), rowOf(2, 'x'.repeat(41), { reference: '长' })].map((row) =>
      taskOf(row),
    )
    const shownFor = (reference: 'no' | 'short' | 'full') =>
      [...promptOf(tasks, { ...BRIEF, reference }, []).user.matchAll(/\[zh: (.)\]/g)].map(([, text]) => text)
    expect([shownFor('no'), shownFor('short'), shownFor('full')]).toEqual([[], ['门'], ['门', '长']])
  })

  it('has the official texts that a run names, whatever their length, and says what they are', () => {
    const official = [
      { language: 'de', text: 'Öffne\ndas Tor' },
      { language: 'pt_br', text: 'Abra' },
    ]
    const tasks = [taskOf(rowOf(1, 'Open the gate', { reference: '开门', official }))]
    const { system, user } = promptOf(tasks, { ...BRIEF, official: ['de', 'pt_br'] }, [])
    expect(user).toContain('1\tOpen the gate\t[zh: 开门]\t[de: Öffne\\ndas Tor]\t[pt_br: Abra]')
    expect(system).toContain(
      "[de: …] (German (de)), [pt_br: …] (Brazilian Portuguese (pt-br)): the game's own text of the same line",
    )
    expect(lineTokens(tasks[0] as Task, BRIEF)).toBeGreaterThan(
      lineTokens(taskOf(rowOf(1, 'Open the gate')), BRIEF) + 10,
    )
    expect(promptVersionOf({ ...BRIEF, official: [] })).toBe(promptVersionOf(BRIEF))
  })

  it('holds the project’s notes, and how the same words were translated', () => {
    const earlier = [{ source: 'x'.repeat(200), text: 'ікс' }]
    const { system, user } = promptOf(
      [taskOf(rowOf(3, 'Bye'))],
      { ...BRIEF, language: 'Elvish', team: 'Ти, а не ви.', notes: ' Be brief. ' },
      earlier,
    )
    expect(system).toContain('into Elvish.')
    expect(system.endsWith('How the team writes:\nТи, а не ви.\n\nAbout this game:\nBe brief.')).toBe(true)
    expect(user).toContain(`# like texts, as they were translated:\n- ${'x'.repeat(160)}… = ікс`)
  })

  it('asks for all numbers and nothing else where the endpoint takes a schema', () => {
    expect(answerSchema(2)).toEqual({
      type: 'object',
      properties: { 1: { type: 'string' }, 2: { type: 'string' } },
      required: ['1', '2'],
      additionalProperties: false,
    })
  })
})

describe('rows of a claim', () => {
  it('with the same source are bought once, unless their translations before differ', () => {
    const previous = { source: 'Moon', translation: 'Місяць', layer: 'machine' } as const
    const rows = [rowOf(1, 'Sun'), rowOf(2, 'Moon'), rowOf(3, 'Sun'), rowOf(4, 'Moon', { previous })]
    const tasks = tasksOf(rows, 'claim', BRIEF)
    expect(tasks.map(({ row, twins }) => [row.ordinal, ...twins.map(({ ordinal }) => ordinal)])).toEqual([
      [1, 3],
      [2],
      [4],
    ])
  })
})

describe('earlier translations', () => {
  it('come with a term of the text first, then the nearest, of twins one, and no more than fit', () => {
    const pair = (source: string, percent: number) => ({ source, text: `T:${source}`, percent })
    const terms = [{ source: 'Wind Gate' }]
    const shown = earlierPairs([
      { terms: [], like: [pair('Wait 5 days.', 100), pair('Wait 7 days.', 100), pair('Wait 7 nights.', 80)] },
      { terms, like: [pair('The road is open.', 90), pair('The wind gate is open.', 75)] },
    ])
    expect(shown.map(({ source }) => source)).toEqual([
      'The wind gate is open.',
      'Wait 5 days.',
      'The road is open.',
      'Wait 7 nights.',
    ])
    const many = Array.from({ length: 60 }, (_, at) =>
      pair(`${'long '.repeat(at % 9)}${'abcdefgh'.slice(at % 7)} ${at}`, 90),
    )
    const tokens = earlierPairs([{ terms, like: many }]).map(({ source, text }) => estimateTokens(`${source}${text}`))
    expect(tokens.length).toBeGreaterThan(5)
    expect(tokens.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(earlierTokensMax)
  })
})
