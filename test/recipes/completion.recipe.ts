// `windrow completion` in the shells it is for: each is asked what may follow a line, as when a person presses Tab.
import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { done, temporaryFolder } from '../support/program.ts'

const folder = temporaryFolder()
afterAll(() => folder.remove())
beforeAll(async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    writeFileSync(join(folder.path, shell), `${await done(['completion', shell])}\n`)
})

const sh = (program: string, argv: readonly string[]): string[] =>
  execFileSync(program, [...argv], { encoding: 'utf8', cwd: folder.path, env: { ...process.env, HOME: folder.path } })
    .split('\n')
    .filter((line) => line !== '')

/** The words of a line; the last one is being typed. */
type Ask = (line: readonly string[]) => string[]

const ofCompgen =
  (program: string, load: string): Ask =>
  (words) => {
    const script = `${load}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _windrow; printf '%s\\n' "\${COMPREPLY[@]}"`
    return sh(program, ['-c', script])
  }

const SHELLS: Readonly<Record<string, Ask>> = {
  bash: ofCompgen('bash', 'source ./bash'),
  // zsh picks the words that fit after the function.
  zsh: (words) =>
    ofCompgen(
      'zsh',
      'source ./zsh; setopt KSH_ARRAYS SH_WORD_SPLIT',
    )(words).filter((word) => word.startsWith(words.at(-1) ?? '')),
  fish: (words) =>
    sh('fish', ['--no-config', '-c', `source ./fish; complete -C '${words.join(' ')}'`]).map(
      (line) => line.split('\t')[0] ?? '',
    ),
}

describe.each(Object.entries(SHELLS))('%s', (_, ask) => {
  test.each([
    [['windrow', 'tr'], ['translate']],
    [['windrow', 'key', 'cr'], ['create']],
    [['windrow', 'key', 'create', '--us'], ['--user']],
    [['windrow', 'user', 'add', 'anna', '--role', 'tr'], ['translator']],
    [['windrow', 'completion', 'fi'], ['fish']],
    [['windrow', 'export', '--lev'], ['--level']],
    [['windrow', 'glossary', 'nothing-like-this'], []],
  ])('%j', (line, expected) => expect(ask(line)).toEqual(expected))

  test('all commands at first, and files where nothing is listed', () => {
    expect(ask(['windrow', 'comp']).toSorted()).toEqual(['compare', 'completion'])
    writeFileSync(join(folder.path, 'only-this.jsonl'), '')
    const free = ask(['windrow', 'import', '--main', 'only-t'])
    // Bash and zsh add files by themselves, after the function gave nothing.
    expect([[], ['only-this.jsonl']]).toContainEqual(free)
  })
})

test('the manual page has every command, and groff has nothing to say against it', async () => {
  const page = join(folder.path, 'windrow.1')
  writeFileSync(page, `${await done(['manual'])}\n`)
  const shown = spawnSync('groff', ['-man', '-ww', '-Tutf8', '-P-cbou', page], { encoding: 'utf8' })
  expect([shown.status, shown.stderr]).toEqual([0, ''])
  for (const words of ['windrow key create', '--at-login', '130']) expect(shown.stdout).toContain(words)
})
