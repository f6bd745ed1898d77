// What becomes of a text, from what the gate said of it; and when a whole batch counts as slipped.
import { describe, expect, it } from 'vitest'
import type { AgentText, TextOutcome } from '../../../../src/agent/agent.ts'
import type { Task } from '../../src/task.ts'
import { Tally } from '../../src/tally.ts'
import type { UnchangedReason } from '../../../../src/domain/vocabulary.ts'
import {
  doubted,
  failed,
  isBetter,
  isExcuse,
  judgedOf,
  looksSlipped,
  NO_TEXT,
  ONE_FOR_MANY,
  secondTask,
  sentText,
  unreached,
  verdictOf,
} from '../../src/verdict.ts'
import { outcomeWith, problem, rowOf, taskOf } from './rows.ts'

const task = taskOf(rowOf(1, 'Open %s', { keep: { '%s': 1 } }))
const tags = outcomeWith('rejected', { errors: [problem('markup_functional_breakage', 'TAGS_01', 'Missing: %s.')] })

describe('a text', () => {
  it('that the gate takes is written, warnings or not', () => {
    const warned = outcomeWith('written', { warnings: [problem('length_too_long', 'LENGTH_01')] })
    expect(verdictOf(task, 'Відкрий %s', warned)).toEqual({ what: 'write', text: 'Відкрий %s' })
    expect(verdictOf(task, 'Відкрий %s', outcomeWith('proposed'))).toMatchObject({ what: 'write' })
  })

  it('that it refuses is asked for again with its words, and given up when it was bought twice, whatever for', () => {
    const refused = { text: 'Відкрий', rule: 'TAGS_01', message: 'Missing: %s.' }
    const first = verdictOf(task, 'Відкрий', tags)
    expect(first).toEqual({ what: 'again', rule: 'TAGS_01', task: { ...task, failures: 1, refused } })
    const [once, twice] = [1, 2].map((answers) => ({ ...task, answers })) as [Task, Task]
    expect([verdictOf(once, 'Відкрий', tags).what, unreached(once)]).toEqual([
      'again',
      { what: 'again', rule: 'no_text', task: once },
    ])
    expect(verdictOf(twice, 'Відкрий', tags)).toEqual({ what: 'give-up', refused })
    expect(unreached(twice)).toMatchObject({ what: 'give-up', refused: NO_TEXT })
  })

  it('whose source has changed has its row read again; one that nobody needs is left', () => {
    const of = (code: string) => outcomeWith('rejected', { errors: [problem(code, null)] })
    expect(verdictOf(task, 'x', of('stale_source'))).toEqual({ what: 'reread' })
    expect(verdictOf(task, 'x', of('active_proposal_exists'))).toMatchObject({ what: 'leave' })
    const unchanged = (reason: UnchangedReason) => verdictOf(task, 'x', outcomeWith('unchanged', { reason }))
    expect(unchanged('already_filled')).toEqual({ what: 'leave', why: 'done_by_others' })
    for (const reason of ['same_text', 'unchanged'] as const)
      expect(unchanged(reason)).toEqual({ what: 'leave', why: 'same_text' })
  })

  it('that may be half of one, where the answer had to be guessed at, is asked for once more', () => {
    const half = outcomeWith('written', { warnings: [problem('markup_functional_breakage', 'DOUBT_11', 'Half?')] })
    const other = outcomeWith('written', { warnings: [problem('markup_functional_breakage', 'DOUBT_02')] })
    const write = verdictOf(task, 'Відкрий %s', half)
    expect(doubted(task, write, half)).toEqual({ what: 'again', rule: 'DOUBT_11', task: { ...task, failures: 1 } })
    expect(doubted({ ...task, answers: 2 }, write, half)).toBeNull()
    expect(doubted(task, write, other)).toBeNull()
    expect(doubted(task, verdictOf(task, 'Відкрий', tags), tags)).toBeNull()
  })

  it('that the gate doubts is asked for once more, unless it failed before or a code of the game stands in it', () => {
    const doubt = (...words: string[]) =>
      outcomeWith('written', { warnings: [{ ...problem('doubt', 'DOUBT_01', 'Mixed.'), details: { words } }] })
    const mixed = doubt('Вiдкрий')
    const write = verdictOf(task, 'Вiдкрий', mixed)
    const refused = { text: 'Вiдкрий', rule: 'DOUBT_01', message: 'Mixed.' }
    expect(secondTask(task, write, 'Вiдкрий', mixed)).toEqual({ ...task, refused })
    expect(secondTask({ ...task, answers: 2 }, write, 'Вiдкрий', mixed)).toBeNull()
    expect(secondTask(task, write, '#cВідкрий', doubt('cВідкрий'))).toBeNull()
    expect(secondTask(task, verdictOf(task, 'Відкрий', tags), 'Відкрий', tags)).toBeNull()
    expect([isBetter(outcomeWith('written'), mixed), isBetter(mixed, mixed), isBetter(tags, mixed)]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('that is missing is asked for again without showing anything', () => {
    const verdict = failed(task, { ...NO_TEXT, text: '' }, false)
    expect(verdict).toEqual({ what: 'again', rule: 'no_text', task: { ...task, failures: 1, refused: null } })
  })
})

describe('a batch', () => {
  const tokens = ['%s', '{0}', '%d', '<b>']
  const tasks = tokens.map((token, i) => taskOf(rowOf(i + 1, `Take ${token}`, { keep: { [token]: 1 } })))
  const answered = (texts: readonly string[]) =>
    texts.map((text, i) => ({
      task: tasks[i] as (typeof tasks)[number],
      text,
      outcome: text.includes(tokens[i] as string) ? outcomeWith('written') : tags,
    }))

  it('whose texts hold the tokens of their neighbours has slipped, either way', () => {
    expect(looksSlipped(answered(['Візьми %s', 'Візьми %d', 'Візьми <b>', '']))).toBe(true)
    expect(looksSlipped(answered(['', 'Візьми %s', 'Візьми {0}', 'Візьми %d']))).toBe(true)
  })

  it('with single faults has not', () => {
    expect(looksSlipped(answered(['Візьми', 'Візьми {0}', 'Візьми', 'Візьми <b>']))).toBe(false)
    expect(looksSlipped(answered(['Візьми {0}', 'Візьми {0}', 'Візьми %d', 'Візьми <b>']))).toBe(false)
  })

  it('has slipped when the gate says so', () => {
    const [first] = answered(['Візьми %s'])
    const warned = outcomeWith('written', { warnings: [problem('markup_functional_breakage', 'ALIGN_01')] })
    expect(looksSlipped(first === undefined ? [] : [{ ...first, outcome: warned }])).toBe(true)
  })
})

it('a text that stood for many sources is none the second time either, whatever stands beside it', () => {
  const refused = { ...ONE_FOR_MANY, text: 'Ні' }
  expect(isExcuse({ ...task, refused }, 'Ні', new Set())).toBe(true)
  expect(isExcuse({ ...task, refused }, 'Відкрий %s', new Set())).toBe(false)
})

it('what the gate can repair itself is taken so, where there is less against it', async () => {
  const repairable = (status: 'written' | 'rejected', suggestion: string) => {
    const problems = [{ ...problem('doubt', 'DOUBT_01'), details: { suggestion } }]
    return outcomeWith(status, status === 'rejected' ? { errors: problems } : { warnings: problems })
  }
  const slip = problem('markup_functional_breakage', 'ALIGN_01')
  const said: Readonly<Record<string, TextOutcome>> = {
    Вiдкрий: { ...repairable('written', 'Відкрий'), warnings: [...repairable('written', 'Відкрий').warnings, slip] },
    'Відкрий ％s': repairable('rejected', 'Відкрий %s'),
    Bідкрий: repairable('written', 'Bідкpий'),
    Bідкpий: repairable('written', 'Bідкpий'),
  }
  const asked: number[] = []
  const check = async (texts: readonly AgentText[]) => {
    asked.push(texts.length)
    return texts.map(({ text }) => said[text] ?? outcomeWith('written'))
  }
  const texts = ['Вiдкрий', 'Відкрий ％s', 'Bідкрий', 'Стій'].map((text) => sentText(task.row, text))
  const judged = await judgedOf({ check }, texts)
  expect(judged.map(({ text }) => text)).toEqual(['Відкрий', 'Відкрий %s', 'Bідкрий', 'Стій'])
  expect(judged[0]?.outcome.warnings).toEqual([slip])
  expect(asked).toEqual([4, 3])
})

it('a text written with warnings is counted by their rules, one that is refused is not', () => {
  const tally = new Tally()
  const warnings = [problem('doubt', 'DOUBT_01'), problem('doubt', 'DOUBT_01')]
  for (const status of ['written', 'proposed', 'rejected'] as const)
    tally.write(outcomeWith(status, { warnings }), false)
  expect([...tally.doubts]).toEqual([['DOUBT_01', 2]])
})
