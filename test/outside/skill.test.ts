// `windrow skill` (docs/mcp.md#connecting): the file that tells a model client how to work here.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isWindowsProgram, pathForProgram, run } from '../support/program.ts'
import { type ProgramWorld, programWorld } from '../support/program-world.ts'

let world: ProgramWorld
let project: string
beforeEach(async () => {
  world = programWorld()
  project = join(world.folder, 'project')
  mkdirSync(project)
  await world.done([
    'import',
    '--main',
    pathForProgram(world.file('main.jsonl', '{"id":"000000000000000a","text":"Gate"}\n')),
  ])
  await world.done(['user', 'add', 'Ada', '--role', 'admin'])
  await world.done(['setting', 'set', 'target_language', 'uk'])
})
afterEach(() => world.close())

const skill = async (client: 'claude' | 'codex', more: readonly string[] = ['--as', 'Ada']) =>
  await world.run(['skill', '--for', client, '--to', pathForProgram(project), '--json', ...more])

test('has the loop, the language and the brief, and names the line that connects', async () => {
  await world.done([
    'brief',
    'set',
    '--as',
    'Ada',
    pathForProgram(world.file('brief.md', 'Address the hero as "ти".\n')),
  ])
  const { code, stdout } = await skill('claude')
  expect(code).toBe(0)
  const { path, connect, brief } = JSON.parse(stdout)
  expect(brief).toBe(1)
  expect(connect).toContain('claude mcp add windrow -- windrow mcp --as Ada --data ')
  const file = join(project, '.claude/skills/windrow/SKILL.md')
  if (!isWindowsProgram) expect(path).toBe(file)
  const text = readFileSync(file, 'utf8')
  expect(text).toMatch(/^---\nname: windrow\ndescription: .*into Ukrainian.*\n---\n/)
  for (const part of [connect, 'take_rows', 'Every token of [keep: …]', 'Address the hero as "ти".', 'version 1'])
    expect(text).toContain(part)

  // The next run has the brief as it is then.
  await world.done(['brief', 'set', '--as', 'Ada', pathForProgram(world.file('brief.md', 'Be short.\n'))])
  expect((await skill('claude')).code).toBe(0)
  expect(readFileSync(file, 'utf8')).toContain(
    'version 2\n\nIf status names a newer version, read that one instead.\n\nBe short.',
  )
})

test('has no word of a brief where there is none, and goes where Codex looks', async () => {
  expect((await skill('codex')).code).toBe(0)
  const text = readFileSync(join(project, '.agents/skills/windrow/SKILL.md'), 'utf8')
  expect(text).toContain('codex mcp add windrow -- windrow mcp --as Ada')
  expect(text).not.toContain("The team's brief, version")
})

test('works on a server, whose key it does not write', async () => {
  const secret = `wdr_${'7'.repeat(60)}`
  await world.done(['key', 'create', '--user', 'Ada', '--secret-stdin'], `${secret}\n`)
  const { url } = await world.serve()
  const argv = ['skill', '--for', 'claude', '--to', pathForProgram(project)]
  const { code, stdout } = await run(argv, { env: { WINDROW_URL: url, WINDROW_KEY: secret } })
  expect(code).toBe(0)
  expect(stdout).toContain(
    `claude mcp add --transport http windrow ${url}/mcp --header "Authorization: Bearer $WINDROW_KEY"`,
  )
  expect(readFileSync(join(project, '.claude/skills/windrow/SKILL.md'), 'utf8')).not.toContain(secret)
})

test('leaves a file that somebody else wrote', async () => {
  const file = join(project, '.claude/skills/windrow/SKILL.md')
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'mine')
  const { code, stderr } = await skill('claude')
  expect([code, stderr]).toEqual([1, expect.stringContaining('was not made by windrow; move it')])
  expect(readFileSync(file, 'utf8')).toBe('mine')
  expect(existsSync(join(project, '.agents'))).toBe(false)
})
