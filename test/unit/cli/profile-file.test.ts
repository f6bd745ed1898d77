// A profile of a team's own game as a file, at the command line (docs/own-profile.md).
import { expect, it } from 'vitest'
import { cliFolder } from '../../support/cli-folder.ts'

const { write, run: windrow } = cliFolder()

const TABLE = 'key,en,uk\nhi,"Hello %name%, <c=red>run</c>!","Привіт, %ім\'я%!"\nbye,50% off and 20% more,\n'

it('describes the game for a first import, judges its translations, and is written again from the store', async () => {
  write('game/texts.csv', TABLE)
  write('game/manifest.json', '{"name": "Frogs", "version": "1.0.0"}')
  write(
    'frogs.json',
    '{"target_language": "uk", "skip": ["manifest.json"], "tokens": [\n{"token": "%*%", "inside": "word"},\n{"token": "<c=*>", "closed_by": "</c>"}]}',
  )
  const refused = await windrow('import', '--profile', 'frogs.json', '--main', 'game', '--dry-run')
  expect(refused.stderr).toMatch(/first: windrow setting profile frogs\.json/)
  expect(await windrow('import', '--profile', 'frogs.json', '--main', 'game')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/2 texts, all new\n1 translation taken in, invalid 1\n/),
  })
  const { stdout } = await windrow('setting', 'profile')
  expect(JSON.parse(stdout)).toEqual({
    profile: 'generic',
    target_language: 'uk',
    skip: ['manifest.json'],
    tokens: [
      { token: '%*%', inside: 'word' },
      { token: '<c=*>', closed_by: '</c>' },
    ],
  })
  write('again.json', stdout)
  expect((await windrow('setting', 'profile', 'again.json')).stdout).toBe(
    'nothing changed: the store already matches the profile\n',
  )
  write('again.json', '{"skip": []}')
  expect((await windrow('setting', 'profile', 'again.json')).stdout).toBe('skip is none\n')
})

it('is refused with its file, its line and what is right', async () => {
  write('game.json', '{"a": "Text"}')
  write('frogs.json', '{\n"tokens": [\n{"token": "%", "inside": "digits"}]}')
  const said = async (...argv: string[]) => (await windrow(...argv)).stderr
  expect(await said('setting', 'profile', 'frogs.json')).toBe(
    'error: frogs.json, line 3: token 1: "inside" is one of "word", "number", "line"\n',
  )
  expect(await said('import', '--profile', 'genric', '--main', 'game.json')).toMatch(
    /no profile genric; did you mean generic\?/,
  )
  expect(await said('import', '--profile', '.', '--main', 'game.json')).toMatch(/profile \. can't be read \(EISDIR\)/)
})
