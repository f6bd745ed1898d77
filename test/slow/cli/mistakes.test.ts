// A hundred mistakes of newcomers, each with what its error has to say: what was given, and what to do.
import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { endOf, testWorld } from '../../support/cli-world.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const { at, write } = emptyFolder('file')
const sample = (name: string): string =>
  fileURLToPath(new URL(`../../../src/sample/translate_words_map_${name}`, import.meta.url))

const FILES: Readonly<Record<string, string | Buffer>> = {
  'strings.json': '{"a": "Hello", "b": "World of swords"}',
  'numbers.json': '[1, 2, 3]',
  'broken.json': '{"a": }',
  'empty.json': '',
  'game.zip': 'PK\u0003\u0004aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  'game.rar': 'Rar!\u001a\u0007\u0000aaaa',
  'game.7z': Buffer.from('377abcaf271c0000', 'hex'),
  'picture.png': Buffer.from('89504e470d0a1a0a0000000000', 'hex'),
  'paper.pdf': '%PDF-1.4 aaaa',
  'notes.txt': 'hello there\n',
  'latin.txt': Buffer.concat([
    Buffer.from('{"id":"0000000000000001","text":"caf'),
    Buffer.from([0xe9]),
    Buffer.from('"}'),
  ]),
  'page.html': '<html><body>404</body></html>',
  'table.csv': 'key,en\na,Hello\n',
  'strings.po': 'msgid "Hello"\nmsgstr ""\n',
  'config-typo.json': '{"prot": 9000}',
  'config-broken.json': '{"port": 9000',
  'few.jsonl': '{"id":"0000000000000001","text":"One"}\n',
  'unknown-rows.tsv': 'zzz\ttext\n',
}

/** A file's name as a path: a command inside the test has the working folder of the test. */
function pathOf(word: string): string {
  const [, name] = /^SAMPLE_(\w+)$/.exec(word) ?? []
  if (name !== undefined) return sample(name)
  return word in FILES || ['cut', 'folder'].includes(word) ? at(word) : word
}

/** A command line, then the parts that its error must have. */
const MISTAKES: Readonly<Record<string, readonly (readonly [string, ...(string | RegExp)[]])[]>> = {
  'words and options': [
    ['imprt', 'imprt', 'did you mean import?'],
    ['frob', 'unknown command frob', 'windrow --help'],
    ['start', 'did you mean windrow up?'],
    ['version', 'did you mean windrow --version?'],
    ['undo', 'did you mean windrow revert?'],
    ['help frob', 'frob', 'windrow --help'],
    ['user', 'user add', 'user list'],
    ['user ad', 'did you mean add?'],
    ['user remove max', 'user state NAME deleted'],
    ['key delete 1', 'did you mean windrow key revoke?'],
    ['claim take', 'did you mean windrow rows --claim?'],
    ['serve --prot 80', '--prot', 'did you mean --port?'],
    ['serve 8787', '8787', 'did you mean --port 8787?'],
    ['serve --port abc', '--port', '0 to 65535', 'abc'],
    ['serve --port 99999', '99999', '0 to 65535'],
    ['serve --port', '--port needs a value'],
    ['serve --log-level loud', 'loud', 'debug'],
    ['serve -x', '-x', '--help'],
    ['import strings.json', 'strings.json', /did you mean --main \S*strings\.json\?/],
    ['import', '--main', 'for example: windrow import'],
    ['import --main', '--main FILE'],
    ['import --main a --main b', '--main', 'twice'],
    ['import --mian a', '--mian', 'did you mean --main?'],
    ['import --no-diff --diff x', '--diff', '--no-diff', 'contradict'],
    ['export --to=', 'empty', 'name a file'],
    ['stats --json=yes', '--json takes no value'],
    ['setting set', 'NAME', 'for example: windrow setting set'],
    ['completion tcsh', 'tcsh', 'bash, zsh, fish, powershell'],
    ['skill', '--for', 'for example: windrow skill'],
  ],
  'files of the game': [
    ['import --main nofile', 'there is no file nofile', 'check the name'],
    ['import --data n --main strings.json', 'JSON of another game', '--profile generic'],
    ['import --data n --main table.csv', 'CSV of another game', '--profile generic'],
    ['import --data n --main strings.po', 'PO of another game', '--profile generic'],
    ['import --data n --main game.zip', 'game.zip: this is a packed file (ZIP)', 'unpack it first'],
    ['import --data n --main game.rar', 'RAR', 'unpack'],
    ['import --data n --main game.7z', '7z', 'unpack'],
    ['import --data n --main picture.png', 'picture.png', 'PNG', 'choose the file'],
    ['import --data n --main paper.pdf', 'PDF', 'choose the file'],
    ['import --data n --main notes.txt', 'notes.txt', '"hello there"', 'windrow help import'],
    ['import --data n --main page.html', '<html>', 'windrow help import'],
    ['import --data n --main empty.json', 'empty.json: the file is empty', 'choose one'],
    ['import --data n --main latin.txt', 'line 1', 'not UTF-8', 'save the file as UTF-8'],
    ['import --data n --main cut', 'cut off', 'found', 'expected'],
    ['import --data n --main folder', 'has no file of a kind that windrow knows', 'XLIFF'],
    ['import --data d --main folder', 'is a folder', 'name a file'],
    ['import --data n --main numbers.json', 'line 1', 'found "1"', 'an object with an "ID"'],
    ['import --data n --main SAMPLE_zh_cn', 'the reference file', 'given as the main file', '--force'],
    ['import --data n --main few.jsonl --format frob', 'unknown format frob', '--format'],
    ['import --data n --profile genric --main strings.json', 'genric', 'did you mean generic?'],
    ['import --data n --profile generic --main game.zip', 'game.zip: this is a packed file (ZIP)', 'unpack'],
    ['import --data n --profile generic --main picture.png', 'PNG', 'choose the file'],
    ['import --data n --profile generic --main paper.pdf', 'PDF', 'choose the file'],
    ['import --data n --profile generic --main broken.json', 'broken.json', 'line 1', 'not well formed'],
    ['import --data n --profile generic --main empty.json', 'the file is empty', 'choose one'],
    ['import --data n --profile generic --main notes.txt', '"hello there"', 'PO, XLIFF'],
    ['import --data n --profile generic --main numbers.json', 'numbers.json', 'no text'],
    ['import --data n --profile generic --main folder', 'has no file of a kind that windrow knows', 'XLIFF'],
    ['import --data n --profile generic --main SAMPLE_en', 'Where Winds Meet', '--data DIR'],
    ['import --data g --main SAMPLE_en', 'Where Winds Meet', 'another game (generic)', '--data DIR'],
    ['import --data d --main strings.json', 'JSON of another game', '--profile generic'],
    ['import --data d --profile generic --main strings.json', 'already holds Where Winds Meet', '--data DIR'],
    ['import --data d --main few.jsonl', 'of 401', '--allow-retire'],
    ['import --data d --main SAMPLE_en --as max', 'max may not import', 'admin'],
    ['export --data d --main nofile --out o', 'there is no file', 'nofile', 'check the name'],
    ['export --data d --main SAMPLE_en', '--out DIR'],
    ['export --data d --out o', '--main', 'for example: windrow export'],
    ['export --data d --to x --main SAMPLE_en', '--main and --to contradict', 'one of them'],
    ['export --data d --to nodir/x', 'there is no folder', 'nodir', 'make it first'],
    ['export --data d --to folder', 'is a folder', 'name a file'],
    ['export --data d --format xlsx --to x', 'xlsx', 'jsonl, tsv, csv'],
    ['export --data d --text both --to x', 'both', 'game'],
    ['export --data d --main SAMPLE_en --out o --level 23', '--level', '1 to 22', '23'],
    ['export --data d --to x --out o', '--out', '--to', 'contradict'],
    ['export --data d --state done --to x', 'done', 'did you mean none?'],
    ['export --data d --main strings.json --out o', 'not a game container', "use the game's untouched file"],
    ['export --data d --main notes.txt --out o', 'too short for a game container', "use the game's untouched file"],
    ['install --data d --game folder', 'folder', '--game'],
    ['uninstall --data d', 'no translation is installed in the game', 'windrow install'],
    ['merge --data d notes.txt', 'not the history of a store', '--with-history'],
    ['exchange import --data d notes.txt', 'does not belong in a PO file', '"hello there"', 'msgid'],
  ],
  'filters and rows': [
    ['rows --data d', '--as NAME', 'WINDROW_URL'],
    ['rows --data d --as nobody', 'nobody', 'windrow user list'],
    ['rows --data d --as ada --limit 0', '--limit', '1 to 100', '0'],
    ['rows --data d --as ada --filter frob', '"frob"', 'layer=machine'],
    ['rows --data d --as ada --filter stat=none', '"stat"', 'did you mean status?'],
    ['rows --data d --as ada --filter layer=frob', '"frob"', 'it takes', 'machine'],
    ['rows --data d --as ada --filter label=kind:none', '"kind:none"', 'windrow label list'],
    ['row --data d --as ada zzz', 'zzz is not a row', '16 hex digits'],
    ['row --data d --as ada 0000000000000001', '0000000000000001', 'windrow search'],
    ['search --data d --as ada', 'TEXT', 'for example: windrow search'],
    ['write --data d --as ada --model m nofile', 'there is no file', 'nofile', 'check the name'],
    ['write --data d --as ada notes.txt', '--model NAME', 'for example: windrow'],
    ['validate --data d --as ada nofile', 'there is no file', 'check the name'],
    ['translate --data d --as ada', '--endpoint', 'for example: windrow translate'],
    ['translate --data d --as ada --endpoint http://127.0.0.1:9 --model m', 'target_language uk', '--language uk'],
    ['translate --data d --as ada --endpoint notaurl --model m', 'notaurl', 'http'],
    ['log --data d --since yesterday', 'yesterday is not a time', '2026-11-21'],
    ['revert --data d', '--person', 'for example: windrow revert'],
    ['revert --data d --model x --as max', 'max may not take work back', 'moderator'],
  ],
  'people, keys and settings': [
    ['user add --data d ada', 'already a person named ada', 'another name'],
    ['user add --data d bob --role boss', 'unknown role boss', 'user, translator, moderator'],
    ['user role --data d max admn', 'did you mean admin?'],
    ['user role --data d nobody admin', 'nobody', 'windrow user list'],
    ['user role --data d ada translator', 'last active super admin', 'windrow user role'],
    ['user state --data d max disabled', 'disabled', 'active, blocked, deactivated'],
    ['user quota --data d max -5', 'ROWS', '-5'],
    ['user quota --data d max lots', 'ROWS', 'lots'],
    ['user password --data d max', 'no terminal', '--password-stdin'],
    ['user password --data d max --password-stdin', 'too short', '8 characters'],
    ['key create --data d --user nobody', 'nobody', 'windrow user list'],
    ['key create --data d', '--user NAME', 'for example: windrow key create'],
    ['key revoke --data d 99', 'there is no key 99', 'windrow key list'],
    ['setting set --data d target_lang uk', 'target_lang', 'did you mean target_language?'],
    ['setting set --data d target_language klingon', 'target_language takes a language tag such as uk'],
    ['setting set --data d memory maybe', 'memory takes off, suggest or fill'],
    ['setting set --data d profile generic', 'already holds Where Winds Meet', '--data DIR'],
    ['label remove --data d kind:none', 'kind:none', 'windrow label list'],
    ['glossary import --data d nofile', 'there is no file', 'check the name'],
    ['glossary import --data d empty.json', 'the file is empty', 'source, forms'],
    ['proposal approve --data d 1 --as ada', 'there is no proposal 1', 'windrow proposal list'],
    ['webhook add --data d nowhere', 'not a web address', 'https://example.org/hook'],
    ['webhook add --data d http://127.0.0.1/x', 'https://', 'webhook_hosts'],
    ['publish --data d', 'VERSION', '--to DIR'],
  ],
  'stores, servers and places': [
    ['stats --data nope', 'there is no store in', 'nope', '--data'],
    ['stats --data strings.json', 'strings.json is a file', 'folder of a store'],
    ['stats --config none.json', 'none.json', 'there is no such file', '--config'],
    ['stats --config config-typo.json', 'prot', 'did you mean', 'port'],
    ['stats --config config-broken.json', 'config-broken.json'],
    ['serve --host 0.0.0.0 --port 0', '0.0.0.0', 'tls.cert', 'trusted_proxy', '127.0.0.1'],
    ['backup --data d nodir/x', 'there is no folder', 'nodir', 'make it first'],
    ['backup --data d folder', 'is a folder', 'name a file'],
    ['restore --data r nofile', 'there is no file', 'check the name'],
    ['restore --data r notes.txt', 'notes.txt', 'windrow backup'],
    ['restore --data d few.jsonl', 'not empty', '--data NEW-FOLDER'],
    ['upgrade-store --data nope', 'there is no store in', '--data'],
    ['health frob', 'frob is not an address', 'http://127.0.0.1:8787'],
    ['verify nofile', 'there is no file nofile', 'check the name'],
    ['verify notes.txt', 'release key', '--key'],
  ],
}

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) write(name, content)
  write('cut', readFileSync(sample('en')).subarray(0, 3_000))
  mkdirSync(at('folder'))
  for (const line of [
    'import --data d --main SAMPLE_en --diff SAMPLE_en_diff',
    'import --data g --profile generic --main strings.json',
    'user add --data d ada --role super_admin',
    'user add --data d max --role translator',
  ])
    expect((await endOf(line.split(' ').map(pathOf), testWorld(at()))).code, line).toBe(0)
})

it('they are at least ninety', () => {
  expect(Object.values(MISTAKES).flat().length).toBeGreaterThanOrEqual(90)
})

describe.each(Object.entries(MISTAKES))('%s', (_, mistakes) => {
  it.each(mistakes)('windrow %s', async (line, ...parts) => {
    const argv = String(line).split(' ').map(pathOf)
    const { code, stderr } = await endOf(argv, testWorld(at(), {}, 'abc\n'))
    const errors = stderr.split('\n').filter((one) => one.startsWith('error: '))
    expect(code).toBeGreaterThan(0)
    expect(errors, 'one line says what is wrong').toHaveLength(1)
    const [error = ''] = errors
    for (const part of parts)
      if (typeof part === 'string') expect(error).toContain(part)
      else expect(error).toMatch(part)
    // A wall of words tells nobody anything, and neither do the words of programs.
    expect(error.length, error).toBeLessThanOrEqual(420)
    expect(error).not.toMatch(/undefined|ENOENT|EISDIR|\{|(?<!there )\bis no (?!longer)/)
  })
})
