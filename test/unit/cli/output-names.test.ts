// Names to write to that can't be written to are refused before any work is done: at its end the import would be there, and
// its report not.
import { existsSync, mkdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { at, write, run } = cliFolder('file')
const first = write('first.jsonl', '{"id":"0000000000000001","text":"One gate"}\n')
const second = write('second.jsonl', '{"id":"0000000000000001","text":"Two gates"}\n')
mkdirSync(at('folder'))
expect(await run('import', '--main', first)).toMatchObject({ code: 0, stderr: '' })

const IMPORT = ['import', '--main', second, '--report']

test.each([
  ['a folder', 1, /^error: \S*folder is a folder; name a file\n$/, [...IMPORT, 'folder']],
  ['a folder', 1, /^error: \S*folder is a folder; name a file\n$/, ['export', '--to', 'folder']],
  ['a folder', 1, /^error: \S*folder is a folder; name a file\n$/, ['log', '--to', 'folder']],
  ['a folder', 1, /^error: \S*folder is a folder; name a file\n$/, ['revert', '--model', 'M', '--report', 'folder']],
  [
    'a file in no folder',
    1,
    /^error: the report \S*where.r cannot be written: there is no folder \S*nowhere; make it first\n$/,
    [...IMPORT, 'nowhere/r'],
  ],
  [
    'a file in no folder',
    1,
    /^error: the file \S*where.x cannot be written: there is no folder \S*nowhere; make it first\n$/,
    ['export', '--to', 'nowhere/x'],
  ],
  [
    'a file in no folder',
    1,
    /^error: the file \S*where.x cannot be written: there is no folder \S*nowhere; make it first\n$/,
    ['glossary', 'export', 'nowhere/x'],
  ],
  ['nothing', 2, /^error: --report is empty; name a file or folder\n$/, [...IMPORT, '']],
  ['nothing', 2, /^error: --main is empty; name a file or folder\n$/, ['import', '--main', '']],
  ['nothing', 2, /^error: --out is empty; name a file or folder\n$/, ['export', '--main', first, '--out', '']],
  ['nothing', 2, /^error: --config is empty; name a file or folder\n$/, ['stats', '--config', '']],
  ['nothing', 2, /^error: FILE is empty; name a file or folder\n$/, ['backup', '']],
] as const)('%s is refused (%i, %s): %j', async (_what, code, stderr, argv) => {
  expect(await run(...argv)).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(stderr) })
  expect((await run('export', '--to', '-')).stdout).toContain('One gate')
  expect(existsSync(at('nowhere'))).toBe(false)
})
