// `windrow remember --from`: memory from another store and from files, run through the whole command line on real stores.
import { beforeEach, expect, test } from 'vitest'
import { idOf } from '../../support/game-store.ts'
import { textLines } from '../../support/game-files.ts'
import { cliFolder } from '../../support/cli-folder.ts'

const MOD = { [idOf(1)]: 'Iron Sword', [idOf(2)]: 'Talk to {0}', [idOf(3)]: 'Bow', [idOf(4)]: 'Shield' }

const { at, write: file, run, done, json } = cliFolder()
beforeEach(async () => void (await done('import', '--main', file('mod.jsonl', textLines(MOD)))))

test('a PO file fills rows without a text through the gate, by name, and one revert takes it back', async () => {
  await done('user', 'add', 'Ada', '--role', 'admin')
  file(
    'last.po',
    [
      ['Iron Sword', 'Залізний меч'],
      ['Talk to {0}', 'Поговорити'],
      ['Bow', 'Лук'],
      ['Gone', 'Немає'],
    ]
      .map(([source, text], at) => `msgctxt "k${at}"\nmsgid "${source}"\nmsgstr "${text}"\n`)
      .join('\n'),
  )
  expect(await json('remember', '--from', at('last.po'), '--dry-run')).toMatchObject({ memory: null, filled: 2 })
  const report = await json('remember', '--from', at('last.po'), '--as', 'Ada')
  expect(report).toMatchObject({ memory: 1, filled: 2, left: { refused: 1 } })
  expect(report['examples']).toContainEqual({
    row_id: idOf(1),
    outcome: 'filled',
    text: 'Залізний меч',
    from: 'last.po',
  })
  const log = await done('log', '--memory', '1', '--json')
  expect(log).toContain('"client_version": "last.po"')
  expect(log).toContain('"status": "draft"')
  expect(await json('remember', '--from', at('last.po'))).toMatchObject({ memory: null, filled: 0 })
  expect(await json('revert', '--memory', '1')).toMatchObject({ withdrawn: 2 })
  // What somebody took back does not come again.
  expect(await json('remember', '--from', at('last.po'))).toMatchObject({ filled: 0, left: { taken_back: 2 } })
})

test('two files with the same keys, and a source in two ways', async () => {
  file('en.json', JSON.stringify({ a: 'Iron Sword', b: 'Bow', c: 'Bow', d: 'Shield' }))
  file('uk.json', JSON.stringify({ a: 'Залізний меч', b: 'Лук', c: 'Уклін', d: 'Shield' }))
  expect((await run('remember', '--from', at('en.json'))).stderr).toContain('--translation FILE names the file')
  expect(await json('remember', '--from', at('en.json'), '--translation', at('uk.json'))).toMatchObject({
    filled: 1,
    left: { divided: 1 },
  })
  expect((await run('remember', '--translation', at('uk.json'))).stderr).toContain('add --from FILE')
})

test("another store's texts come by the order of memory, and what is there stays", async () => {
  const other = at('friend')
  const base = { [idOf(7)]: 'Iron Sword', [idOf(8)]: 'Shield', [idOf(9)]: 'Bow' }
  const theirs = { [idOf(7)]: 'Залізний меч', [idOf(8)]: 'Щит' }
  const files = ['--main', file('base.jsonl', textLines(base)), '--localized', file('uk.jsonl', textLines(theirs))]
  await done('import', ...files, '--data', other)
  await done('import', '--localized', file('own.jsonl', textLines({ [idOf(4)]: 'Мій щит' })))
  expect(await json('remember', '--from', other)).toMatchObject({ memory: 1, filled: 1 })
  const log = await done('log', '--json')
  expect(log).toContain('Мій щит')
  expect(log).not.toContain('"Щит"')
  expect((await run('remember', '--from', at())).stderr).toContain('there is no store in')
  expect((await run('remember', '--from', at('windrow-data'))).stderr).toContain('is the store that is filled')
})

const PO = (language: string, text: string): string =>
  `msgid ""\nmsgstr "Language: ${language}\\n"\n\nmsgid "Iron Sword"\nmsgstr "${text}"\n`
const XLIFF = `<xliff version="1.2"><file source-language="en" target-language="de"><body>
<trans-unit id="a"><source>Iron Sword</source><target>Eisenschwert</target></trans-unit></body></file></xliff>`

test('translations into another language are refused, from a store as from a file that says its own', async () => {
  await done('setting', 'set', 'target_language', 'uk')
  const other = at('friend')
  await done('import', '--main', file('base.jsonl', textLines({ [idOf(7)]: 'Iron Sword' })), '--data', other)
  await done('import', '--localized', file('de.jsonl', textLines({ [idOf(7)]: 'Eisenschwert' })), '--data', other)
  await done('setting', 'set', 'target_language', 'de', '--data', other)
  for (const from of [other, file('last.po', PO('de', 'Eisenschwert')), file('last.xlf', XLIFF)]) {
    const { code, stderr } = await run('remember', '--from', from)
    expect([code, stderr]).toEqual([1, expect.stringContaining('are in de, those of this store in uk')])
  }
  expect(await json('remember', '--from', file('last.po', PO('uk_UA', 'Залізний меч')))).toMatchObject({ filled: 1 })
})

test('two files of different formats, each read under its own name, and no second file beside a store', async () => {
  const [from, translation] = [
    file('en.json', JSON.stringify({ a: 'Iron Sword', b: 'Bow' })),
    file('uk.properties', 'a=Залізний меч\nb=Лук\n'),
  ]
  expect(await json('remember', '--from', from, '--translation', translation)).toMatchObject({ filled: 2 })
  const { stderr } = await run('remember', '--from', from, '--translation', file('other.properties', 'z=Лук\n'))
  expect(stderr).toContain('has no translations for the keys of')
  expect((await run('remember', '--from', at(), '--translation', translation)).stderr).toContain('leave --translation')
})

test('files of several languages are read in the languages and columns of this store', async () => {
  await done('setting', 'set', 'source_language', 'ja')
  await done('setting', 'set', 'target_language', 'uk')
  const texts = { ja: { a: 'Iron Sword' }, en: { a: 'Sword of iron' }, uk: { a: 'Залізний меч' } }
  expect(await json('remember', '--from', file('all.json', JSON.stringify(texts)))).toMatchObject({ filled: 1 })
  expect(await json('remember', '--from', file('all.csv', 'key,ja,en,uk\nb,Bow,Arch,Лук\n'))).toMatchObject({
    filled: 1,
  })
  await done('setting', 'set', 'source_column', 'Wording')
  await done('setting', 'set', 'target_column', 'Done')
  const table = file('own.csv', 'key,text,Wording,Done\nc,x,Shield,Щит\n')
  expect(await json('remember', '--from', table)).toMatchObject({ filled: 1 })
})
