// PO files from outside: out, through a real tool, and in again, on the store here and behind a server. The files of
// test/vectors/formats/po are what the tools wrote; where they are installed they write them anew.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { EXCHANGE_FORMATS } from '../../src/domain/vocabulary.ts'
import { done, type End, run, serve, temporaryFolder } from '../support/program.ts'
import { OLD_SOURCE, PO_ROWS, PO_TOOLS } from '../vectors/formats/po-rows.ts'

const vector = (name: string): string => fileURLToPath(new URL(`../vectors/formats/po/${name}`, import.meta.url))
const temporary = temporaryFolder()
const at = (name: string): string => join(temporary.path, name)

const WAYS = ['here', 'server'] as const
type Way = (typeof WAYS)[number]
const exchange = (way: Way, argv: readonly string[], person = 'Ada', input = ''): Promise<End> =>
  way === 'here'
    ? run(['exchange', ...argv, '--as', person, '--data', at('here')], { input })
    : run(['exchange', ...argv, '--data', at('not-here')], { input, env })

/** A game of the rows: the fifth has got another source after all texts were written. */
async function makeStore(way: Way): Promise<void> {
  const data = ['--data', at(way)]
  const dump = (lines: readonly object[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  const main = (rows: readonly { readonly id: string; readonly source: string }[]): string =>
    dump(rows.map(({ id, source }) => ({ id, text: source })))
  writeFileSync(at('old.jsonl'), main(PO_ROWS.map((row) => (row.id === OLD_SOURCE.id ? OLD_SOURCE : row))))
  writeFileSync(at('main.jsonl'), main(PO_ROWS))
  writeFileSync(at('zh.jsonl'), dump(PO_ROWS.flatMap(({ id, zh }) => (zh === undefined ? [] : [{ id, text: zh }]))))
  writeFileSync(
    at('texts.jsonl'),
    dump(PO_ROWS.flatMap(({ id, text }) => (text === undefined ? [] : [{ row_id: id, text }]))),
  )
  await done([
    'import',
    '--main',
    at('old.jsonl'),
    '--no-diff',
    '--reference',
    at('zh.jsonl'),
    '--no-reference-diff',
    ...data,
  ])
  await done(['user', 'add', 'Ada', '--role', 'admin', ...data])
  await done(['user', 'add', 'Olena', '--role', 'translator', ...data])
  await done(['setting', 'set', 'target_language', 'uk', ...data])
  await done(['write', at('texts.jsonl'), '--model', 'M', '--as', 'Ada', ...data])
  await done(['import', '--main', at('main.jsonl'), '--no-diff', ...data])
}

mkdirSync(at('tools'))
for (const way of WAYS) await makeStore(way)
const key = await done(['key', 'create', '--user', 'Ada', '--data', at('server')])
const server = await serve(['--data', at('server')])
const env = { WINDROW_URL: server.url, WINDROW_KEY: key }
afterAll(async () => {
  await server.stop()
  temporary.remove()
})

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const read = (path: string): string => readFileSync(path, 'utf8')
const withoutTimes = (po: string): string => po.replaceAll(/(Date: )[^\\]*/g, '$1')
const asGiven = { sent: 0, untouched: 7, untranslated: 1, unreadable: [] }

describe.each(WAYS)('%s', (way) => {
  it('rows go out as in the stored file', async () => {
    const written = await exchange(way, ['export', at(`${way}.po`), '--json'])
    expect([written.code, JSON.parse(written.stdout)]).toMatchObject([0, { rows: 8, path: at(`${way}.po`) }])
    expect(withoutTimes(read(at(`${way}.po`)))).toBe(withoutTimes(read(vector('given.po'))))
    const again = await exchange(way, ['export', at(`${way}.po`)])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('add --force') })
    expect((await exchange(way, ['export', at(`${way}.po`), '--force'])).code).toBe(0)
  })

  it.each(EXCHANGE_FORMATS)('where no row is open, a file of %s is empty, and is taken back', async (format) => {
    const file = at(`${way}-empty`)
    const written = await exchange(way, [
      'export',
      file,
      '--format',
      format,
      '--source',
      'diff_only',
      '--force',
      '--json',
    ])
    expect(JSON.parse(written.stdout)).toMatchObject({ rows: 0 })
    const taken = await exchange(way, ['import', file, '--json'])
    expect(JSON.parse(taken.stdout)).toMatchObject({ sent: 0, untouched: 0, untranslated: 0, unreadable: [] })
  })

  it('a store without a language writes none into the header', async () => {
    await done(['setting', 'set', 'target_language', '', '--data', at(way)])
    const po = (await exchange(way, ['export', '-'])).stdout
    await done(['setting', 'set', 'target_language', 'uk', '--data', at(way)])
    expect([po.includes('"Language:'), po.includes('"Language-Team: none')]).toEqual([false, true])
  })

  it('or those of a filter or a state, also to standard output', async () => {
    const stale = await exchange(way, ['export', '-', '--state', 'stale'])
    expect(stale.stdout.match(/^msgctxt .*$/gm)).toEqual([`msgctxt "${OLD_SOURCE.id}"`])
    expect(stale.stdout).toContain('#, fuzzy\n#| msgid "Old source of {0}"\nmsgctxt')
    const filtered = await exchange(way, ['export', '-', '--filter', 'layer=none'])
    expect(filtered.stdout.match(/^msgctxt .*$/gm)).toEqual(['msgctxt "0000000000000007"'])
  })

  it('what came back as it was changes nothing', async () => {
    const taken = await exchange(way, ['import', at(`${way}.po`), '--json'])
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, asGiven])
  })

  it.each(PO_TOOLS)(
    'the stored $file of a real tool changes nothing but what the tool itself changed',
    async ({ file, changes }) => {
      for (const how of [[], ['--machine']]) {
        const taken = await exchange(way, ['import', vector(file), '--dry-run', '--json', ...how])
        const { refused, ...counts } = JSON.parse(taken.stdout)
        expect(refused.map((each: { row_id: string }) => each.row_id)).toEqual(changes)
        expect(counts).toMatchObject({ ...asGiven, sent: changes.length, untouched: 7 - changes.length })
      }
    },
  )
})

describe.each(WAYS)('as JSON for ParaTranz: %s', (way) => {
  const file = (): string => at(`${way}.json`)
  const entries = (): Record<string, unknown>[] => JSON.parse(read(file()))
  const put = (changed: readonly object[]): void => writeFileSync(at('changed.json'), JSON.stringify(changed, null, 2))
  const take = (argv: readonly string[] = []): Promise<End> => exchange(way, ['import', at('changed.json'), ...argv])

  it('rows go out with their keys, stages and what helps, and come back untouched', async () => {
    expect((await exchange(way, ['export', file()])).code).toBe(0)
    expect(entries().map(({ key, original }) => [key, original])).toEqual(PO_ROWS.map(({ id, source }) => [id, source]))
    expect(entries().map(({ stage }) => stage)).toEqual([2, 2, 2, 2, 2, 2, 0, 2])
    expect(entries()[0]?.['context']).toMatch(/^windrow: row=[0-9a-f]{16} source=.*\nzh: 打开大门，%s！\nkeep: %s$/)
    expect(entries()[4]?.['context']).toMatch(/\nwas: Old source of \{0\}$/)
    put(entries())
    const taken = await take(['--json'])
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, asGiven])
  })

  it('a changed text is checked like any other, a disputed one is refused, and a file that is none changes nothing', async () => {
    const [first, second, third, ...rest] = entries()
    put([
      { ...first, translation: 'Відчиніть браму, %s!', stage: 1 },
      { ...second, translation: 'Без токена', stage: 5 },
      { ...third, translation: 'Ще не все', stage: 2 },
      ...rest,
    ])
    const taken = await take(['--dry-run'])
    expect(taken).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('1 of 3 good, 2 refused, 4 untouched, 1 untranslated\n'),
    })
    expect(taken.stdout).toContain('0000000000000002\tTAGS_01\t')
    expect(taken.stdout).toContain('0000000000000003\tfuzzy\t')
    writeFileSync(at('changed.json'), '[{"key": "0000000000000001", "original": "Open"},\n{"original": "x"}]')
    const damaged = await take()
    expect(damaged.code).toBe(1)
    expect(damaged.stderr).toContain('changed.json, line 2')
    expect(damaged.stderr).toContain('expected a member "key" with a text')
  })
})

describe.each(WAYS)('as XLIFF: %s', (way) => {
  const file = (): string => at(`${way}.xlf`)
  const take = (argv: readonly string[] = []): Promise<End> => exchange(way, ['import', at('changed.xlf'), ...argv])

  it('rows go out with their ids, states and what helps, and come back untouched', async () => {
    expect((await exchange(way, ['export', file()])).code).toBe(0)
    expect(read(file()).match(/(?<=<trans-unit id=")\w+/g)).toEqual(PO_ROWS.map(({ id }) => id))
    expect(read(file()).match(/state="needs-review-translation"/g)).toHaveLength(7)
    expect(read(file())).toContain('<source>Open the gate, <ph id="1">%s</ph>!</source>')
    expect(read(file())).toContain('<note>zh: 打开大门，%s！</note>')
    const taken = await exchange(way, ['import', file(), '--json'])
    expect([taken.code, JSON.parse(taken.stdout)]).toMatchObject([0, asGiven])
  })

  it('a changed text is checked like any other, one that needs review is refused, and a cut file changes nothing', async () => {
    const edit = (row: number, text: string, state: string): ((xml: string) => string) => {
      const target = new RegExp(`(id="000000000000000${row}"[^]*?<target state=")[\\w-]+">[^]*?</target>`)
      return (xml) => xml.replace(target, `$1${state}">${text}</target>`)
    }
    const edits = [
      edit(1, 'Відчиніть браму, <ph id="1">%s</ph>!', 'translated'),
      edit(2, 'Без токена', 'final'),
      edit(3, 'Ще не все', 'needs-translation'),
    ]
    writeFileSync(
      at('changed.xlf'),
      edits.reduce((xml, change) => change(xml), read(file())),
    )
    const taken = await take(['--dry-run'])
    expect(taken).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('1 of 3 good, 2 refused, 4 untouched, 1 untranslated\n'),
    })
    expect(taken.stdout).toContain('0000000000000002\tTAGS_01\t')
    expect(taken.stdout).toContain('0000000000000003\tfuzzy\t')
    writeFileSync(at('changed.xlf'), read(file()).slice(0, 1500))
    expect(await take()).toMatchObject({ code: 1, stderr: expect.stringContaining('nothing was changed') })
  })

  it.each(['pogrep', 'pofilter'].filter((tool) => isThere(tool)))(
    'what %s writes comes back untouched',
    async (tool) => {
      const [from, to] = [file(), at(`${way}-${tool}.xlf`)]
      const argv = tool === 'pogrep' ? ['--progress=none', '--regexp', '.', from, to] : ['--progress=none', from, to]
      expect(spawnSync(tool, argv).status).toBe(0)
      const taken = await exchange(way, ['import', to, '--dry-run', '--json'])
      expect(JSON.parse(taken.stdout)).toMatchObject(asGiven)
    },
  )
})

describe('the tools of this machine', () => {
  it.runIf(isThere('msgfmt'))('msgfmt -c accepts the file', async () => {
    await exchange('here', ['export', at('tools/given.po'), '--force'])
    const { status, stderr } = spawnSync('msgfmt', ['-c', '-v', '-o', at('tools/a.mo'), at('tools/given.po')])
    expect([status, String(stderr)]).toEqual([
      0,
      expect.stringContaining('7 fuzzy translations, 1 untranslated message'),
    ])
  })

  it.each(PO_TOOLS.filter(({ steps }) => isThere(steps[0]?.[0] ?? '')))(
    '$file, written anew, reads back',
    async ({ file, steps, changes }) => {
      copyFileSync(vector('given.po'), at('tools/given.po'))
      const paths: Readonly<Record<string, string>> = {
        GIVEN: at('tools/given.po'),
        CSV: at('tools/a.csv'),
        OUT: at(`tools/${file}`),
      }
      for (const [program = '', ...argv] of steps) {
        const ended = spawnSync(
          program,
          argv.map((word) => paths[word] ?? word),
        )
        expect([ended.status, String(ended.stderr)]).toEqual([0, expect.any(String)])
      }
      const taken = await exchange('here', ['import', at(`tools/${file}`), '--dry-run', '--json'])
      expect(JSON.parse(taken.stdout)).toMatchObject({
        ...asGiven,
        sent: changes.length,
        untouched: 7 - changes.length,
      })
    },
  )
})

/** Puts a text into the entry of a row, and takes its mark fuzzy off, as a translator does. */
function edited(po: string, row: number, text: string, keepsMark = false): string {
  const [before = '', entry = ''] = po.split(new RegExp(`(?=^msgctxt "000000000000000${row}")`, 'm'))
  const [own = '', ...others] = entry.split('\n\n')
  const changed = own.replace(/^msgstr [\s\S]*/m, `msgstr ${JSON.stringify(text)}\n`)
  const head = keepsMark ? before : before.replace(/#, fuzzy\n(?=(?:#\| .*\n)?$)/, '')
  return [head + changed, ...others].join('\n\n')
}

describe.each(WAYS)('changed: %s', (way) => {
  const log = (row: number): Promise<string> =>
    done(['log', '--row', `000000000000000${row}`, '--json', '--data', at(way)])
  const latest = async (row: number) => JSON.parse(await log(row)).entries[0]
  const take = (argv: readonly string[], po: string, person?: string): Promise<End> => {
    writeFileSync(at('changed.po'), po)
    return exchange(way, ['import', at('changed.po'), ...argv], person)
  }
  let po: string
  beforeAll(async () => {
    po = (await exchange(way, ['export', '-'])).stdout
  })

  it('texts become proposals, refusals are named, and a dry run writes nothing', async () => {
    const changed = edited(edited(edited(po, 1, 'Брама, %s'), 2, 'Без токена'), 3, 'Ще не все', true)
    const tried = await take(['--dry-run'], changed)
    expect(tried).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('1 of 3 good, 2 refused, 4 untouched, 1 untranslated\n'),
    })
    expect(await done(['proposal', 'list', '--data', at(way)])).not.toContain('Брама')
    const taken = await take([], changed)
    expect(taken).toMatchObject({ code: 3, stderr: '1 of 3 saved, 2 refused, 4 untouched, 1 untranslated\n' })
    expect(taken.stdout).toContain('0000000000000002\tTAGS_01\t')
    expect(taken.stdout).toContain('0000000000000003\tfuzzy\t')
    const proposals = JSON.parse(await done(['proposal', 'list', '--json', '--data', at(way)]))
    expect(JSON.stringify(proposals)).toContain('Брама, %s')
    const again = await take([], edited(po, 1, 'Брама, %s'))
    expect(again).toMatchObject({
      code: 0,
      stderr: '1 of 1 saved (1 of them there already), 0 refused, 6 untouched, 1 untranslated\n',
    })
  })

  it('machine texts have the author and the tool of the file, replace what was given out only, and come twice without effect', async () => {
    const changed = edited(po, 4, 'Коса\\риска\tі "тут"')
      .replace('"Last-Translator: Ada', '"Last-Translator: Bohdan Lys <b@example.org>')
      .replace(/X-Generator: windrow [^\\]*/, 'X-Generator: Poedit 3.4.2')
    expect(await take(['--machine'], changed)).toMatchObject({
      code: 0,
      stderr: '1 of 1 saved, 0 refused, 6 untouched, 1 untranslated\n',
    })
    expect(await latest(4)).toMatchObject({
      provider: 'po',
      model: 'Bohdan Lys',
      client: 'Poedit 3.4.2',
      text: 'Коса\\риска\tі "тут"',
    })
    expect(await take(['--machine'], changed)).toMatchObject({
      code: 0,
      stderr: '0 of 0 saved, 0 refused, 7 untouched, 1 untranslated\n',
    })
    const later = edited(po, 4, 'Інша\\риска\tі "тут"')
    for (const dry of [['--dry-run'], []]) {
      const refused = await take(['--machine', ...dry], later)
      expect([refused.code, refused.stdout]).toEqual([3, expect.stringMatching(/^0000000000000004\tstale_head\t/)])
    }
    expect((await take(['--machine', '--overwrite', '--author', 'DeepL'], later)).code).toBe(0)
    expect(await latest(4)).toMatchObject({ model: 'DeepL', text: 'Інша\\риска\tі "тут"' })
  })

  it('a text that was made for an earlier source is refused by name, with the receipt or without', async () => {
    await done(['import', '--main', at('old.jsonl'), '--no-diff', '--data', at(way)])
    const changed = edited(po, 5, 'Нове джерело {0}')
    for (const file of [changed, changed.replaceAll(/^#\. windrow.*\n/gm, '')]) {
      for (const how of [['--dry-run'], [], ['--machine'], ['--machine', '--overwrite']]) {
        const refused = await take(how, file)
        expect(refused.stdout).toContain(`${OLD_SOURCE.id}\tstale_source\t`)
        expect(refused.code).toBe(3)
      }
    }
    await done(['import', '--main', at('main.jsonl'), '--no-diff', '--data', at(way)])
    expect(await take(['--machine'], changed)).toMatchObject({ code: 0, stdout: '' })
    expect(await latest(5)).toMatchObject({ text: 'Нове джерело {0}' })
  })

  it('entries that name no row are listed with their line, rows that are not there by their id', async () => {
    const foreign = 'msgctxt "menu"\nmsgid "a"\nmsgstr "б"\n\nmsgctxt "00000000000000ff"\nmsgid "a"\nmsgstr "б"\n'
    const taken = await take([], foreign)
    expect(taken.stdout).toMatch(/^line 2\tunreadable\tit does not name its row.*\n00000000000000ff\tentry_not_found\t/)
    expect(taken.code).toBe(3)
  })

  it('a damaged file changes nothing and is refused with the line', async () => {
    const refused = await take([], `${edited(po, 6, 'Один\n\nі два\n')}\nmsgid "cut off`)
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/changed\.po, line \d+: the text is incomplete/),
    })
    expect(await done(['proposal', 'list', '--data', at(way)])).not.toContain('і два')
    const author = await take(
      ['--machine'],
      edited(po, 6, 'Один\n\nі два\n').replace('Last-Translator: Ada', 'Last-Translator: '),
    )
    expect(author).toMatchObject({ code: 2, stderr: expect.stringContaining('--author NAME') })
    const usage = await take(['--author', 'X'], po)
    expect(usage).toMatchObject({ code: 2, stderr: expect.stringContaining('add --machine') })
  })
})

it('who may not write machine texts is told so, and proposes', async () => {
  const refused = await exchange('here', ['import', vector('given.po'), '--machine'], 'Olena')
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('may not write machine texts') })
})
