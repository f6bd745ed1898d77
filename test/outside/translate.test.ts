// `windrow translate` from outside, on the bundled sample: a stand-in for a model that breaks texts, refuses structured output,
// is busy, slow, cut short, or slips by a line. What is stored is the right translation, row by row, or nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { escaped } from '../support/answer-shapes.ts'
import { translated } from '../support/letter-translation.ts'
import type { ModelEndpoint } from '../support/model-endpoint.ts'
import { type End, nodeForProgram, run, serve, start } from '../support/program.ts'
import { boughtTwice, type Report, reportOf, rowsInSample, sampleStores, wrongOnes } from '../support/sample-stores.ts'
import { canShow } from '../support/under-wine.ts'

const { at, behave, done, envFor, here, stored, texts } = await sampleStores()
const argsFor = ({ url }: ModelEndpoint, ...more: string[]): string[] => [
  'translate',
  '--endpoint',
  url,
  '--model',
  'stand-in',
  '--json',
  ...more,
]
const textFor = (all: Awaited<ReturnType<typeof stored>>, wanted: string): string | undefined =>
  all.find(({ source }) => source === wanted)?.text

/** A row is bought twice at most: what two answers in a row failed at is given up by name, and every other row has its right text. */
async function expectAllOrGivenUp(end: End): Promise<void> {
  const { given_up: givenUp } = reportOf(end)
  const texts = await stored()
  expect(wrongOnes(texts)).toEqual([])
  expect(texts.length + givenUp.length).toBe(rowsInSample)
  expect(givenUp.length).toBeLessThan(rowsInSample / 10)
  expect(end.code).toBe(givenUp.length === 0 ? 0 : 3)
}

describe('an endpoint', () => {
  it('that breaks 8 % of its texts fills the game with right ones, in few calls', async () => {
    const endpoint = await behave({ brokenShare: 0.08, events: { 2: 'busy', 4: 'fault' } })
    const end = await run(argsFor(endpoint, ...here()), { env: { OPENAI_API_KEY: 'sk-secret-of-the-test' } })
    const report = reportOf(end)
    const texts = await stored()
    expect(wrongOnes(texts)).toEqual([])
    // What memory makes of a twin counts too, and is right as well.
    expect(report.written + report.copies + report.remembered + report.given_up.length).toBe(rowsInSample)
    // A row is bought twice at most: of 8 % broken texts some are broken twice.
    expect(report.given_up.length).toBeLessThanOrEqual(0.03 * rowsInSample)
    expect(end.code).toBe(report.given_up.length === 0 ? 0 : 3)
    expect(report.calls).toBe(endpoint.answered)
    expect(report.waits).toBe(2)
    expect(Object.keys(report.refused).length).toBeGreaterThan(2)
    const { input, output, per_row: perRow } = report.tokens
    const kept = report.written + report.copies + report.remembered
    expect([report.tokens.estimated, perRow]).toEqual([false, Math.round((input + output) / kept)])
    expect(input).toBeGreaterThan(0)
    expect([...endpoint.authorization]).toEqual(['Bearer sk-secret-of-the-test'])
    expect(end.stdout + end.stderr).not.toContain('sk-secret')
    expect(endpoint.prompts[0]).toContain('Ukrainian (uk)')
    const { entries } = JSON.parse(await done(['log', '--json'])) as {
      entries: readonly { client: string; prompt_version: string }[]
    }
    const clients = new Set(entries.map(({ client }) => client))
    clients.delete('memory') // Only when the file has a twin of a text that the model wrote.
    expect([...clients]).toEqual(['windrow translate'])
    // One prompt for all of the run, however its batches differ.
    const bought = entries.filter(({ client }) => client !== 'memory')
    expect([...new Set(bought.map((entry) => entry.prompt_version))]).toEqual([expect.stringMatching(/^[0-9a-f]{12}$/)])
    expect(endpoint.prompts.slice(1).join('\n')).toMatch(/\[refused: .*\]\t\[because: [A-Z]+_\d+: /)
  })

  it('without structured output answers with lines; a batch that slipped and one that was cut are bought again', async () => {
    const events = { 2: 'slipped', 4: 'cut', 6: 'no_choices' } as const
    const endpoint = await behave({ isStructured: false, isWhole: true, events })
    const end = await run(argsFor(endpoint, ...here(), '--parallel', '3', '--rows', '50'))
    const report = reportOf(end)
    expect(end.stderr).toContain('upstream failed')
    expect(report).toMatchObject({ slipped_batches: 1, cut_answers: 1, waits: 1, stopped: null })
    await expectAllOrGivenUp(end)
    expect([...endpoint.authorization]).toEqual(['undefined'])
  })

  it('of whose bad answers none makes all later prompts small; the report counts them', async () => {
    const endpoint = await behave({ events: { 1: 'late', 3: 'runaway', 5: 'excuse' } })
    const end = await run(argsFor(endpoint, ...here()))
    const sizes = endpoint.prompts.map((prompt) => Number(/^# (\d+) to translate:$/m.exec(prompt)?.[1]))
    // What is bought again goes in some smaller prompts; then they are large again.
    expect(sizes.length).toBeLessThan(30)
    expect(sizes.filter((texts) => texts > 50).length).toBeGreaterThan(2)
    expect(end.stderr).toMatch(/the next prompt is shorter than that of \d+ texts/)
    expect(reportOf(end)).toMatchObject({
      waits: 1,
      cut_answers: 1,
      unreadable_answers: 1,
      given_up: [],
      stopped: null,
    })
    expect([end.code, wrongOnes(await stored())]).toEqual([0, []])
  })

  it('whose stream breaks off has its whole lines kept', async () => {
    const endpoint = await behave({ isStructured: false, events: { 1: 'breaks_off', 3: 'breaks_off' } })
    const end = await run(argsFor(endpoint, ...here()))
    expect(reportOf(end)).toMatchObject({ cut_answers: 2, waits: 0, stopped: null })
    await expectAllOrGivenUp(end)
    // Of each half, one text at most was bought again.
    expect([...endpoint.bought.values()].filter((times) => times > 1).length).toBeLessThan(endpoint.bought.size / 3)
  })

  it.each([
    ['refuses', 1_500],
    ['refuses', 4_096],
    ['shortens', 1_500],
    ['shortens', 4_096],
  ] as const)('that %s what is longer than its %i tokens is asked in prompts that fit', async (withLong, context) => {
    const endpoint = await behave({ withLong, context })
    const end = await run(argsFor(endpoint, ...here()))
    expect([end.code, reportOf(end)]).toMatchObject([0, { given_up: [], stopped: null }])
    expect(wrongOnes(await stored())).toEqual([])
    // What it left unsaid for want of room is unreadable.
    const { unreadable_answers: unreadable } = reportOf(end)
    const refusals = end.stderr.match(/the next prompt is shorter/g)?.length ?? 0
    expect(unreadable + refusals).toBe(context < 4_096 ? 1 : 0)
    const told = await run(argsFor(endpoint, ...here(), '--context', String(context)))
    expect([told.code, told.stderr]).toEqual([0, expect.not.stringContaining('is shorter')])
  })

  it('whose JSON has quotes left as they are loses no half of a text', async () => {
    const always = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i + 1, 'unescaped' as const]))
    const endpoint = await behave({ events: always })
    const end = await run(argsFor(endpoint, ...here()))
    const { given_up: givenUp } = reportOf(end)
    expect([end.code, new Set(givenUp.map(({ rule_code: rule }) => rule))]).toEqual([3, new Set(['no_text'])])
    const sources = await texts('main')
    expect(givenUp.filter(({ row_id: id }) => !sources.get(id)?.includes('"'))).toEqual([])
    const right = await stored()
    expect([right.length + givenUp.length, wrongOnes(right)]).toEqual([rowsInSample, []])
  })

  it('that says nothing of one row alone has that row given up', async () => {
    const endpoint = await behave({ events: { 1: 'excuse', 2: 'excuse' } })
    const end = await run(argsFor(endpoint, ...here(), '--limit', '2', '--rows', '1'))
    const { written, given_up: givenUp, stopped } = reportOf(end)
    expect([end.code, written, givenUp.length, stopped?.code]).toEqual([3, 1, 1, 'limit'])
  })

  it('that gives nothing to read is asked three times, and then its words are shown', async () => {
    const endpoint = await behave({ events: { 1: 'excuse', 2: 'excuse', 3: 'excuse' } })
    const end = await run(argsFor(endpoint, ...here()))
    expect([end.code, endpoint.prompts.length]).toEqual([1, 3])
    expect(reportOf(end).stopped).toMatchObject({
      code: 'model',
      message: expect.stringContaining('begins: I am sorry, but I would rather talk of herons.'),
    })
  })

  it('that refuses the key stops the run with its words, and nothing is held', async () => {
    const endpoint = await behave()
    const end = await run(
      ['translate', '--endpoint', endpoint.url.replace('/v1', '/v9'), '--model', 'm', '--language', 'uk', ...here()],
      { env: { OPENAI_API_KEY: 'sk-secret-of-the-test' } },
    )
    expect(end.code).toBe(1)
    expect(end.stdout).toContain('no such address')
    const rows = await done(['rows', '--limit', '5', '--claim', '--json', '--as', 'Ada'])
    expect(JSON.parse(rows)).toMatchObject({ held_by_others: 0 })
  })

  it('killed in the middle is gone on with by the next run; a signal gives back what is held', async () => {
    const endpoint = await behave({ answerMs: 150 })
    const first = start(argsFor(endpoint, ...here(), '--rows', '20'))
    const ended = new Promise((resolve) => first.on('close', (code) => resolve(code)))
    while (endpoint.answered < 4) await new Promise((resolve) => setTimeout(resolve, 20))
    first.kill('SIGTERM')
    expect(await ended).toBe(130)
    const before = (await stored()).length
    expect(before).toBeGreaterThan(0)
    const end = await run(argsFor(endpoint, ...here(), '--rows', '20'))
    expect([end.code, reportOf(end).given_up]).toEqual([0, []])
    const twice = boughtTwice(endpoint)
    expect(twice.length).toBeLessThanOrEqual(20)
    expect(wrongOnes(await stored())).toEqual([])
  })

  it('killed without a chance to say so has its last rows left to whoever comes when its claim has ended', async () => {
    // Ended while it waits for an answer, so with rows in its hands.
    const endpoint = await behave({ events: { 4: 'slow' } })
    const first = start(argsFor(endpoint, ...here(), '--rows', '50', '--quiet'))
    const ended = new Promise((resolve) => first.on('close', resolve))
    while (endpoint.calls < 4) await new Promise((resolve) => setTimeout(resolve, 10))
    first.kill('SIGKILL')
    await ended
    const second = start(argsFor(endpoint, ...here()))
    let said = ''
    second.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()))
    const gone = new Promise((resolve) => second.on('close', resolve))
    while (!said.includes('others hold the last')) await new Promise((resolve) => setTimeout(resolve, 20))
    second.kill('SIGTERM')
    expect(await gone).toBe(130)
    const texts = await stored()
    expect(texts.length).toBeGreaterThanOrEqual(rowsInSample - 50)
    expect(boughtTwice(endpoint)).toEqual([])
    expect(wrongOnes(texts)).toEqual([])
  })

  it('with a batch interface is sent jobs, which a killed run leaves to the next one', async () => {
    const endpoint = await behave({ jobs: {} })
    const args = argsFor(endpoint, ...here(), '--batch', '--price-in', '1', '--price-out', '1')
    const first = start(args)
    const ended = new Promise((resolve) => first.on('close', resolve))
    while (endpoint.jobs === 0) await new Promise((resolve) => setTimeout(resolve, 10))
    first.kill('SIGKILL')
    await ended
    const end = await run(args)
    const { given_up: givenUp, cost, tokens } = reportOf(end)
    expect([end.code, givenUp, endpoint.jobs, end.stderr]).toEqual([
      0,
      [],
      1,
      expect.stringContaining('picking up 1 job'),
    ])
    expect(cost).toBeCloseTo(((tokens.input + tokens.output) * 0.5) / 1_000_000)
    expect(boughtTwice(endpoint)).toEqual([])
    const texts = await stored()
    expect([texts.length, wrongOnes(texts)]).toEqual([rowsInSample, []])
  })

  it('is asked no more than the limits allow', async () => {
    const endpoint = await behave()
    const limited = await run(argsFor(endpoint, ...here(), '--limit', '30', '--rows', '20'))
    expect([limited.code, reportOf(limited).stopped]).toEqual([0, expect.objectContaining({ code: 'limit' })])
    expect(reportOf(limited)).toMatchObject({ calls: 2 })
    const priced = ['--price-in', '1000', '--price-out', '1000']
    const dear = await run(argsFor(endpoint, ...here(), ...priced, '--cost', '0.5'))
    expect([dear.code, reportOf(dear)]).toMatchObject([0, { calls: 0, cost: 0, stopped: { code: 'cost' } }])
    const few = await run(argsFor(endpoint, ...here(), '--tokens', '6000'))
    expect([few.code, reportOf(few).stopped]).toEqual([0, expect.objectContaining({ code: 'tokens' })])
    const { tokens, calls } = reportOf(few)
    expect(calls).toBeGreaterThan(0)
    expect(tokens.input + tokens.output).toBeLessThanOrEqual(6_000 * 1.5)
  })

  it('is asked for the rows of a filter alone', async () => {
    const endpoint = await behave()
    await done(['label', 'add-rule', 'kind:sword', 'source', '--pattern', '*sword*'])
    const unknown = await run(argsFor(endpoint, ...here(), '--filter', 'layer=none&label=kind:sward'))
    expect([unknown.code, unknown.stdout + unknown.stderr]).toEqual([1, expect.stringContaining('no label')])
    const swords = [...(await texts('main')).values()].filter((source) => /sword/i.test(source))
    expect(swords.length).toBeGreaterThan(0)
    // Short for the same filter.
    const short = await run(argsFor(endpoint, ...here(), '--state', 'none', '--label', 'KIND:sword', '--dry-run'))
    expect(JSON.parse(short.stdout)).toMatchObject({ all: { rows: swords.length } })
    const end = await run(argsFor(endpoint, ...here(), '--filter', 'layer=none&label=KIND:sword'))
    expect([end.code, reportOf(end).stopped]).toEqual([0, null])
    expect((await stored()).map(({ source }) => source).toSorted()).toEqual(swords.toSorted())
    const wrong = await run(argsFor(endpoint, ...here(), '--filter', 'layer=all'))
    expect([wrong.code, wrong.stdout + wrong.stderr]).toEqual([2, expect.stringContaining('layer is \\"all\\"')])
  })

  it('translates anew what lacks a term that got another translation, and nothing else', async () => {
    const first = await behave()
    await run(argsFor(first, ...here(), '--limit', '70'))
    await first.close()
    const before = await stored()
    const source = before.find(({ source }) => /^\p{L}{4,}/u.test(source))?.source ?? ''
    const term = /^\p{L}+/u.exec(source)?.[0] ?? ''
    const list = at('terms.csv')
    writeFileSync(list, `source,forms\n${term},Новослово\n`)
    await done(['glossary', 'import', list])
    const again = await behave({ translate: (text: string) => `Новослово ${translated(text)}` })
    const end = await run(argsFor(again, ...here(), '--filter', 'layer=machine_only&findings=terms'))
    expect([end.code, reportOf(end).stopped]).toEqual([0, null])
    const lacking = new RegExp(`(?<![\\p{L}\\p{N}])${term}(?![\\p{L}\\p{N}])`, 'iu')
    const after = await stored()
    expect(after.some(({ text }) => text.startsWith('Новослово'))).toBe(true)
    expect(after.filter(({ text }) => text.startsWith('Новослово')).map((each) => each.source)).toEqual(
      before.filter((each) => lacking.test(each.source)).map((each) => each.source),
    )
    await again.close()
  })

  it.each(['the store', 'a server'])('does rows of a filter again, each once, on %s', async (where) => {
    const first = await behave()
    await run(argsFor(first, ...here(), '--limit', '70'))
    await first.close()
    const before = await stored()
    expect(before.length).toBeGreaterThanOrEqual(70)
    const second = (source: string): string => translated(source).replaceAll('о', 'е')
    const endpoint = await behave({ translate: second })
    const key = `wdr_${'0'.repeat(60)}`
    const made = ['key', 'create', '--user', 'Ada', '--name', 'k', '--requests-per-minute', '100000', '--secret-stdin']
    await done([...made], `${key}\n`)
    const server = where === 'a server' ? await serve(['--data', at('data')]) : null
    const env = server === null ? {} : envFor(server.url, key)
    const again = async (...more: string[]): Promise<Report> => {
      const args = [...argsFor(endpoint, ...(server === null ? here() : []), ...more), '--provider', 'second']
      const end = await run(args, { env })
      expect([end.code, end.stderr]).toEqual([0, expect.any(String)])
      return reportOf(end)
    }
    try {
      expect(await again('--filter', 'layer=machine', '--dry-run')).toMatchObject({ all: { rows: before.length } })
      expect(await again('--filter', 'layer=machine')).toMatchObject({ stopped: null, given_up: [] })
      expect(await stored()).toEqual(before.map(({ source }) => ({ source, text: second(source) })))
      // Rows whose text comes out the same stay in any filter, and are asked for once in a run.
      const { answered, prompts } = endpoint
      expect(await again('--filter', 'layer=machine')).toMatchObject({ stopped: null, given_up: [], written: 0 })
      const asked = prompts.slice(answered).map((prompt) => Number(/^# (\d+) to translate:$/m.exec(prompt)?.[1]))
      const [most, least] = [before.length, new Set(before.map(({ source }) => source)).size]
      const texts = asked.reduce((sum, count) => sum + count, 0)
      expect([texts <= most, texts >= least]).toEqual([true, true])
    } finally {
      await server?.stop()
    }
  })

  it('updates a stale text from the old source, the old text and the new source', async () => {
    const endpoint = await behave()
    await run(argsFor(endpoint, ...here()))
    const main = at('main.jsonl')
    await done(['export', '--to', main, '--text', 'main', '--quiet'])
    writeFileSync(main, readFileSync(main, 'utf8').replace('Moon in the Cup"', 'Moon in the Old Cup"'))
    await done(['import', '--main', main, '--no-diff', '--quiet'])
    const asked = endpoint.answered
    const end = await run(argsFor(endpoint, ...here()))
    expect([end.code, reportOf(end).written, endpoint.answered]).toEqual([0, 1, asked + 1])
    const changed = `Moon in the Old Cup\t[was: Moon in the Cup]\t[now: ${translated('Moon in the Cup')}]`
    expect(endpoint.prompts.at(-1)).toContain(changed)
    expect(textFor(await stored(), 'Moon in the Old Cup')).toBe(translated('Moon in the Old Cup'))
  })
})

describe('without an endpoint', () => {
  it('a program that reads the prompt and prints lines is a model too', async () => {
    const script = at('model.mjs')
    const words = at('words.json')
    const lines = [...(await texts('main')).values()].map((source) => [escaped(source), escaped(translated(source))])
    writeFileSync(words, JSON.stringify(Object.fromEntries(lines)))
    writeFileSync(
      script,
      `import { readFileSync } from 'node:fs'
      const words = JSON.parse(readFileSync(process.argv[2], 'utf8'))
      let all = ''
      for await (const chunk of process.stdin) all += chunk
      for (const [, number, source] of all.matchAll(/^(\\d+)\\t([^\\t\\n]*)/gm)) console.log(number + '\\t' + words[source])`,
    )
    const command = `"${nodeForProgram()}" "${script}" "${words}"`
    const end = await run([
      'translate',
      '--command',
      command,
      '--model',
      'm',
      '--language',
      'uk',
      '--limit',
      '60',
      '--json',
      ...here(),
    ])
    const report = reportOf(end)
    expect([report.written + report.copies + report.remembered, report.tokens.estimated, report.stopped?.code]).toEqual(
      [60, true, 'limit'],
    )
    expect(wrongOnes(await stored())).toEqual([])
    const broken = await run([
      'translate',
      '--command',
      'no-such-program-at-all',
      '--model',
      'm',
      '--language',
      'uk',
      ...here(),
    ])
    expect([broken.code, broken.stdout]).toEqual([
      1,
      expect.stringMatching(/the program ended with (127|9009)[^]*; fix that, then run it again to continue/),
    ])
  })

  it.runIf(canShow('a shell'))('a program sees no keys, unless it is to have that of the endpoint', async () => {
    const seen = at('seen.txt')
    const command = `echo "$OPENAI_API_KEY/$WINDROW_KEY" > "${seen}"; exit 127`
    const of = async (...more: string[]): Promise<string> => {
      const args = ['translate', '--command', command, '--model', 'm', '--language', 'uk', ...more]
      await run([...args, ...here()], { env: { OPENAI_API_KEY: 'sk-theirs', WINDROW_KEY: 'wdr_ours' } })
      return readFileSync(seen, 'utf8').trim()
    }
    expect([await of(), await of('--pass-key')]).toEqual(['/', 'sk-theirs/'])
  })

  it('a dry run shows the prompt and what all would cost, and claims nothing', async () => {
    const notes = at('notes.txt')
    writeFileSync(notes, 'Herons are spies.')
    const prices = ['--price-in', '1', '--price-out', '2']
    const args = ['translate', '--command', 'x', '--model', 'm', '--language', 'uk', '--dry-run', '--notes', notes]
    const shown = JSON.parse(await done([...args, ...prices, '--json', '--as', 'Ada'])) as {
      prompt: { system: string; user: string }
      rows: number
      all: { rows: number; texts: number; calls: number; cost: number }
    }
    expect(shown.prompt.system).toContain('Herons are spies.')
    const [, texts] = /^# (\d+) to translate:$/m.exec(shown.prompt.user) ?? []
    expect(shown.rows).toBeGreaterThan(50)
    expect(Number(texts)).toBeLessThanOrEqual(shown.rows)
    expect(shown.all.rows).toBe(rowsInSample)
    expect(shown.all.texts).toBeLessThan(rowsInSample)
    expect(shown.all.calls).toBeGreaterThan(1)
    expect(shown.all.cost).toBeGreaterThan(0)
    // To be read: a line of the prompt is a line on the screen.
    const lines = (await done([...args, '--as', 'Ada'])).split('\n')
    expect(lines).toEqual(expect.arrayContaining([`# ${texts} to translate:`, ...shown.prompt.system.split('\n')]))
    expect(JSON.parse(await done(['rows', '--json', '--claim', '--as', 'Ada']))).toMatchObject({ held_by_others: 0 })
  })

  it.each([
    [['--endpoint', 'ftp://x'], 2, 'must be an http or https address'],
    [['--endpoint', 'http://me:secret@127.0.0.1/v1'], 2, 'OPENAI_API_KEY'],
    [['--command', 'x', '--cost', '1'], 2, '--cost needs prices'],
    [['--command', 'x', '--price-in', '1'], 2, 'give both'],
    [['--command', 'x', '--cost', 'much', '--price-in', '1', '--price-out', '1'], 2, 'must be a number such as'],
    [['--command', 'x', '--notes', 'no-such-file'], 1, 'no-such-file'],
    [[], 2, '--endpoint, --command'],
  ])('%j is refused with a way out', async (args, code, said) => {
    const end = await run(['translate', '--model', 'm', '--language', 'uk', ...args, ...here()])
    expect([end.code, end.stderr]).toEqual([code, expect.stringContaining(said)])
  })
})

describe('a server', () => {
  it('is worked on with a key as the store here is', async () => {
    const endpoint = await behave({ brokenShare: 0.05 })
    const key = await done(['key', 'create', '--user', 'Ada', '--name', 'agent', '--quiet'])
    const server = await serve(['--data', at('data')])
    try {
      const env = envFor(server.url, key)
      const end = await run(argsFor(endpoint, '--parallel', '2', '--limit', '150'), { env })
      const report = reportOf(end)
      const filled = report.written + report.copies + report.remembered
      const ended = filled + report.given_up.length
      expect(ended).toBeGreaterThanOrEqual(150)
      expect(await stored()).toHaveLength(filled)
      expect(report.stopped).toMatchObject({ code: 'limit' })
    } finally {
      await server.stop()
    }
    expect(wrongOnes(await stored())).toEqual([])
  })

  it('that refuses what was bought has it kept beside the person, told of, and written first by the next run', async () => {
    const revoked = Promise.withResolvers<void>()
    const endpoint = await behave({ heldBy: (call) => (call === 3 ? revoked.promise : undefined) })
    const keyNamed = (name: string) => done(['key', 'create', '--user', 'Ada', '--name', name, '--quiet'])
    const server = await serve(['--data', at('data')])
    const args = argsFor(endpoint, '--rows', '30')
    try {
      const key = await keyNamed('first')
      const first = run(args, { env: envFor(server.url, key) })
      while (endpoint.calls < 3) await new Promise((resolve) => setTimeout(resolve, 10))
      await done(['key', 'revoke', key.slice(0, 12)])
      revoked.resolve()
      const end = await first
      const { stopped, waiting } = reportOf(end)
      expect([end.code, stopped, waiting.files.length]).toMatchObject([
        1,
        { code: expect.stringMatching(/key/) as string },
        1,
      ])
      expect(waiting.texts).toBeGreaterThan(0)
      for (const path of waiting.files) expect(readFileSync(path, 'utf8')).not.toContain(key)
      // The claims of the revoked key last some minutes more.
      const next = await run([...args, '--limit', '30'], { env: envFor(server.url, await keyNamed('second')) })
      expect([next.code, next.stderr, reportOf(next).waiting]).toEqual([
        0,
        expect.stringContaining(`saving ${waiting.texts} texts that an earlier run bought`),
        { texts: 0, cost: 0, files: [], purchases: [] },
      ])
    } finally {
      await server.stop()
    }
    expect(boughtTwice(endpoint)).toEqual([])
    const texts = await stored()
    const sources = new Set(texts.map(({ source }) => source))
    expect([[...endpoint.bought.keys()].filter((source) => !sources.has(source)), wrongOnes(texts)]).toEqual([[], []])
  })
})
