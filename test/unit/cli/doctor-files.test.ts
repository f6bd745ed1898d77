// What `windrow doctor` says of files and of another game's folder, and that a refused import says the same.
import { beforeEach, describe, expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'
import { container } from '../../support/game-files.ts'
import { layDown, storedStore } from '../../support/stored-store.ts'

const { at, write, run: windrow, json } = cliFolder()
const windows1251 = (text: string): Buffer => Buffer.from(text.replaceAll('Ж', '\u00c6'), 'latin1')

describe('a file', () => {
  const GAME = container([{ id: '0102030405060708', text: 'Gate' }], 1)
  it.each<[string, string | Uint8Array, number, string, string]>([
    ['translate_words_map_en', GAME, 0, 'game container of Where Winds Meet, 1 text', 'import --main'],
    ['translate_words_map_en_diff', GAME, 0, 'game container', 'import --diff'],
    ['translate_words_map_zh_cn', GAME, 0, 'game container', 'import --reference '],
    ['translate_words_map_de', GAME, 0, 'game container', 'import --official '],
    ['texts.tsv', 'ID\tOriginalText\n0102030405060708\tGate\n', 0, 'TSV of Where Winds Meet, 1 text', 'import --main'],
    [
      'a.json',
      '{"a": "Text", "b": "More"}',
      0,
      'JSON of another game, 2 texts',
      'import --profile generic --main a.json',
    ],
    ['a b.po', 'msgid "a"\nmsgstr ""\n', 0, 'PO of another game, 1 text', 'import --profile generic --main "a b.po"'],
    ['u.json', Buffer.from('\uFEFF{"a": "Text"}', 'utf16le'), 0, 'JSON of another game, 1 text, UTF-16LE', 'generic'],
    ['a.zip', 'PK\u0003\u0004', 1, 'a packed file (ZIP)', 'unpack it'],
    ['a.png', Buffer.from('89504e470d0a1a0a', 'hex'), 1, 'another kind of file (PNG)', "the game's texts"],
    ['a.csv', '', 1, 'an empty file', 'one with texts'],
    ['a.csv', windows1251('key,text\na,Ж\n'), 1, 'text that is not UTF-8', 'iconv -f windows-1251 -t utf-8 a.csv'],
    [
      'a.po',
      windows1251('msgid ""\nmsgstr "charset=CP1251\\n"\n\nmsgid "Ж"\nmsgstr ""\n'),
      1,
      'text in CP1251',
      'iconv',
    ],
    ['a.csv', 'foo,bar\n1,Hello\n', 1, 'which columns have the keys', '--main a.csv --key-column NAME --source-column'],
    ['a.txt', 'Only words.\n', 1, 'which begins with "Only words."', 'windrow help import'],
    ['a.bin', Buffer.from('0102030405', 'hex'), 1, 'the bytes 01 02 03 04 05', 'windrow help import'],
    ['a.json', '{"a": ', 1, 'a.json: line 1: the JSON is not well formed', 'repair it'],
    ['Actors.json', '[\nnull,\n{"id":1,"name":"Ada","profile":"Hi there"}\n]', 0, 'RPG Maker', '--main Actors.json'],
    ['big.json', Buffer.alloc(65 * 2 ** 20, '{"a": "'), 1, 'the file is too large', 'repair it'],
    ['terms.csv', 'source,forms\nGate,Брама\n', 0, 'a glossary', 'windrow glossary import terms.csv'],
    ['rows.jsonl', '{"row_id":"0102030405060708","text":"Брама"}\n', 0, 'rows', 'windrow write rows.jsonl'],
    [
      'team.jsonl',
      '{"format":"windrow history","version":1}\n',
      0,
      'the history of a store',
      'windrow merge team.jsonl',
    ],
    ['old', 'windrow backup\n\0', 0, 'a backup of a store', 'windrow restore old'],
    ['mine.json', '// Frogs\n{"tokens": [{"token": "%*%"}]}', 0, 'a profile', 'import --profile mine.json'],
    [
      'out.po',
      'msgid ""\nmsgstr ""\n\n#. windrow: row=0102030405060708 source=A\nmsgid "a"\nmsgstr ""\n',
      0,
      "translators' tools",
      'exchange import out.po',
    ],
  ])('%s is told by its content (%#)', async (name, content, code, what, next) => {
    write(name, content)
    const said = await windrow('doctor', name)
    expect(said).toMatchObject({ code, stderr: '' })
    const [first, second] = said.stdout.split('\n')
    expect([first, second]).toEqual([expect.stringContaining(what), expect.stringContaining(next)])
  })

  it('is one of several; folders, stores and missing ones are told too', async () => {
    write('game/a.json', '{"a": "Text"}')
    await windrow('user', 'add', 'Olena', '--role', 'admin')
    const { code, stdout } = await windrow('doctor', 'game', 'windrow-data', 'missing', '--json')
    expect([code, JSON.parse(stdout).files]).toEqual([
      1,
      [
        { file: 'game', ok: true, what: 'a folder', next: 'windrow doctor --game game' },
        {
          file: 'windrow-data',
          ok: true,
          what: 'the data folder of a store',
          next: 'windrow serve --data windrow-data',
        },
        { file: 'missing', ok: false, what: 'there is no such file', next: 'check the name' },
      ],
    ])
  })

  it('of the game of the store here is told by its place; that of another game goes to a store of its own', async () => {
    write('my game/en/ui.json', '{"a": "Attack"}')
    write('my game/uk/ui.json', '{"a": "Атака"}')
    write('my game/de/ui.json', '{"a": "Angriff"}')
    write('new.json', '{"q": "Quit"}')
    write('words', GAME)
    const next = async (...files: string[]) =>
      (await json('doctor', ...files)).files.map(({ what, next: then }: Record<string, string>) => `${what}: ${then}`)
    expect(await next('new.json')).toEqual([
      'JSON of another game, 1 text: windrow import --profile generic --main new.json',
    ])
    await windrow('import', '--profile', 'generic', '--main', 'my game', '--target-language', 'uk')
    const files = ['en', 'uk', 'de'].map((language) => `my game/${language}/ui.json`)
    expect(await next(...files, 'new.json', 'words')).toEqual([
      'JSON, 1 text: a source file of the store\'s game: windrow import --main "my game"',
      'JSON, 1 text: a translation of the store\'s game (uk): windrow import --localized "my game"',
      'JSON, 1 text: of a language that this store does not have: nothing to do: windrow leaves it as it is',
      "JSON, 1 text: none of the game's files here (en …): put it into the game's folder, then windrow import --main that folder",
      'game container of Where Winds Meet, 1 text; the store here has another game, and a store has one: ' +
        'windrow import --main words --data NEW-FOLDER',
    ])
  })

  it('of a game of one file is imported alone, whatever lies beside it', async () => {
    write('game/ui_en.json', '{"a": "Attack"}')
    write('game/more.json', '{"q": "Quit"}')
    await windrow('import', '--profile', 'generic', '--main', 'game/ui_en.json', '--target-language', 'uk')
    const { stdout } = await windrow('doctor', 'game/ui_en.json')
    expect(stdout).toContain("a source file of the store's game\n    windrow import --main game/ui_en.json\n")
  })

  it('is told beside a store of an earlier windrow, too', async () => {
    write('a.json', '{"a": "Attack"}')
    await layDown(storedStore(7), at('windrow-data'))
    const { code, stdout, stderr } = await windrow('doctor', 'a.json')
    expect([code, stdout]).toEqual([
      0,
      'a.json: JSON of another game, 1 text\n    windrow import --profile generic --main a.json\n',
    ])
    expect(stderr).toContain('warning: an earlier windrow made the store')
  })

  it.each([
    ['terms.csv', 'source,forms\nGate,Брама\n', 'this is a glossary; import it with windrow glossary import'],
    [
      'team.jsonl',
      '{"format":"windrow history","version":1}\n',
      'this is the history of a store; import it with windrow merge',
    ],
    ['w.csv', windows1251('key,text\na,Ж\n'), 'this text is not in UTF-8; save it as UTF-8'],
  ])('that an import refuses is named by it: %s', async (name, content, sentence) => {
    write(name, content)
    expect((await windrow('import', '--main', name)).stderr).toContain(sentence)
  })
})

describe('a game', () => {
  const TABLE = 'key,en,uk\nhi,"Hello %name%, <c=red>run</c>!",Привіт!\nbye,50% off and {0} more,\n'
  beforeEach(() => {
    write('game/t.csv', TABLE)
    write('game/manifest.json', '{"name": "Frogs", "version": "1.0.0", "author": "A"}')
    write(
      'my.json',
      '{"target_language": "uk", "tokens": [{"token": "%*%", "inside": "word"}, {"token": "<c=*>", "closed_by": "</c>"}]}',
    )
  })

  it('is tried by its profile: what is taken for what, its tokens, what would be refused, and the way in', async () => {
    const { code, stdout } = await windrow('doctor', '--game', 'game', '--profile', 'my.json')
    expect([code, stdout]).toEqual([
      1,
      `source: 1 file, 2 texts, the first is t.csv
Ukrainian: 1 file, 1 done
left out: 1 manifest (manifest.json)
markup: none (as the profile says)
tokens                    times  as
  values                  1      %name%
  tokens that are closed  1      <c=red>
  what closes them        1      </c>
1 text has something that looks like a token but is not one here:
    {0} in 50% off and {0} more
existing translations: 1, 1 refused
    Hello %name%, <c=red>run</c>! → Привіт!
written again: 1 file, every byte outside the texts is the same, all texts come back
next: windrow import --profile my.json --main game
`,
    ])
  })

  it('without a profile is learnt, makes no store, and is good if nothing would be refused', async () => {
    write('game/t.csv', TABLE.replace('Привіт!', '"Привіт, <c=red>%name%</c>"'))
    const { code, stdout } = await windrow('doctor', '--game', 'game', '--target-language', 'uk', '--json')
    expect([code, JSON.parse(stdout)]).toMatchObject([
      0,
      {
        ok: true,
        texts: 2,
        markup: 'braces,tags',
        learnt: true,
        refused: { count: 0 },
        command: 'windrow import --profile generic --main game --target-language uk',
      },
    ])
    expect((await windrow('doctor', 'windrow-data')).stdout).toContain('there is no such file')
  })

  it('counts only translations of its own texts, whatever lies beside them', async () => {
    write('mods/i18n/default.json', '{"a": "One day"}')
    write('mods/i18n/uk.json', '{"a": "Одного дня"}')
    write('mods/about.json', '{"text": "Some other words"}')
    write('mods.json', '{"only": ["i18n/*.json"], "target_language": "uk"}')
    const given = ['--profile', 'mods.json'] as const
    expect(await json('doctor', '--game', 'mods', ...given)).toMatchObject({ ok: true, translations: 1 })
    expect((await json('import', ...given, '--main', 'mods')).localized).toMatchObject({ written: 1, unknown: 0 })
  })

  it('counts as translations only what lies in their places', async () => {
    write('mod/i18n/default.json', '{"hi": "Hello there"}')
    write('mod/i18n/uk.json', '{"hi": "Вітаю"}')
    write('mod/i18n/de.json', '{"hi": "Hallo"}')
    write('mod/assets/data.json', '{"id": "Some.Mod", "name": "Some other mod"}')
    const tried = await json('doctor', '--game', 'mod', '--target-language', 'uk')
    expect(tried).toMatchObject({ texts: 1, translations: 1 })
  })

  it('that cannot be read is refused as an import refuses it', async () => {
    write('bad/a.json', '{"a": ')
    expect(await windrow('doctor', '--game', 'bad')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: a\.json, line 1: the JSON/),
    })
    expect((await windrow('doctor', '--game', 'nowhere')).stderr).toContain('there is no nowhere; check the name')
    expect((await windrow('doctor', '--profile', 'my.json')).stderr).toContain('add --game FOLDER')
  })
})
