import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type ConfigInputs, type ConfigRefusal, loadConfig, type LoadedConfig } from '../../../src/config/load.ts'
import { LEAVES } from '../../../src/config/schema.ts'
import { emptyFolder } from '../../support/empty-folder.ts'

const { at, write: writeText } = emptyFolder()
const write = (name: string, content: unknown): string =>
  writeText(name, typeof content === 'string' ? content : JSON.stringify(content))

function load(inputs: Partial<ConfigInputs> = {}): LoadedConfig {
  const result = loadConfig({ options: {}, env: {}, cwd: at(), platform: 'linux', ...inputs })
  if (!result.ok) throw new Error(result.refusal.message)
  return result.value
}

function refusal(inputs: Partial<ConfigInputs>): ConfigRefusal {
  const result = loadConfig({ options: {}, env: {}, cwd: at(), platform: 'linux', ...inputs })
  if (result.ok) throw new Error('the configuration was accepted')
  return result.refusal
}

describe('a file that was written on Windows', () => {
  test('may have a BOM and CRLF', () => {
    write('config.json', '\uFEFF{\r\n  "port": 1\r\n}\r\n')
    expect(load().config.port).toBe(1)
  })

  test.each([
    [
      'a backslash that JSON takes for an escape',
      '{"data": "C:\\temp\\new"}',
      /data in .* has a control character; .*forward/,
    ],
    ['a backslash that is no escape', '{"data": "C:\\Users"}', /damaged JSON .*; write paths with forward slashes/],
    ['a device for a folder', '{"data": "D:/windrow/con.d"}', /data in .* has the name con\.d, which Windows reserves/],
    [
      'a character that no name holds',
      '{"tls": {"cert": "C:/keys/a?.pem"}}',
      /tls\.cert in .* has \?, which is not allowed/,
    ],
  ])('is refused for %s', (_, content, said) => {
    write('config.json', content)
    expect(refusal({ platform: 'win32' }).message).toMatch(said)
  })

  test('is refused as UTF-16, which PowerShell writes', () => {
    for (const order of [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ]) {
      writeText('config.json', Buffer.from([...order, 0x7b, 0]))
      expect(refusal({}).message).toMatch(/is UTF-16; save it as UTF-8$/)
    }
  })

  test('elsewhere a folder may be named as a device of Windows', () => {
    expect(load({ options: { data: 'nul' } }).config.data).toBe(at('nul'))
  })
})

describe('precedence', () => {
  test('without anything the defaults hold', () => {
    const { config, sources, file } = load()
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8787, workers: 1, keyPrefix: 'wdr_', logLevel: 'info' })
    expect(config.data).toBe(at('windrow-data'))
    expect(config.apiV1EnabledByEnvironment).toBe(true)
    expect(sources['port']).toEqual({ from: 'default' })
    expect(file).toBeNull()
  })

  test('a file beats the default, the environment beats the file, an option beats them all; sources are kept', () => {
    write('config.json', { port: 1, workers: 2, host: '::1' })
    const { config, sources, file } = load({
      env: { WINDROW_PORT: '3', WINDROW_WORKERS: '4' },
      options: { port: 5, host: undefined },
    })
    expect(config).toMatchObject({ port: 5, workers: 4, host: '::1' })
    expect(file).toBe(at('config.json'))
    expect(sources).toMatchObject({
      port: { from: 'option', name: '--port' },
      workers: { from: 'environment', name: 'WINDROW_WORKERS' },
      host: { from: 'file', name: file },
      data: { from: 'default' },
    })
  })

  test.each(LEAVES.map((leaf) => [leaf.env, leaf] as const))('%s sets its value', (env, leaf) => {
    const [choice = ''] = leaf.choices
    const text = leaf.accepts('abc_') ? 'abc_' : 'http://127.0.0.1:11434/v1'
    const given = { text, integer: '7', flag: 'true', choice, list: '10.0.0.8, 10.0.0.9' }[leaf.kind]
    expect(load({ env: { [env]: given } }).sources[leaf.name]).toEqual({ from: 'environment', name: env })
  })

  test('an empty variable counts as absent', () => expect(load({ env: { WINDROW_PORT: '' } }).config.port).toBe(8787))

  test('lists are separated by commas in the environment', () => {
    expect(load({ env: { WINDROW_TRUSTED_PROXY: '10.0.0.0/8, ::1' } }).config.trustedProxy).toEqual([
      '10.0.0.0/8',
      '::1',
    ])
  })
})

describe('the folder of what nobody named', () => {
  test('has the data folder and config.json, and nothing else', () => {
    const home = at('home')
    write('home/config.json', '{"port": 5}')
    write('config.json', { port: 6 })
    expect(load({ home }).config).toMatchObject({ data: join(home, 'windrow-data'), port: 5 })
    expect(load({ home, options: { 'tls.cert': 'a.pem' } }).config.tls.cert).toBe(at('a.pem'))
    expect(load({ home, env: { WINDROW_DATA: 'here' } }).config).toMatchObject({ data: at('here'), port: 6 })
  })
})

describe('the config file', () => {
  test('the default one lies in the folder that holds the data folder', () => {
    write('config.json', { port: 1 })
    write('site/config.json', { port: 2 })
    expect(load().config.port).toBe(1)
    expect(load({ options: { data: join('site', 'data') } }).config.port).toBe(2)
    expect(load({ env: { WINDROW_DATA: at('site', 'data') } }).config.port).toBe(2)
  })

  test('a named one is read in its place, and must exist', () => {
    write('config.json', { port: 1 })
    write('other.json', { port: 2 })
    expect(load({ configFile: 'other.json' }).config.port).toBe(2)
    expect(load({ env: { WINDROW_CONFIG: 'other.json' } }).config.port).toBe(2)
    const { isUsage, message } = refusal({ configFile: 'missing.json' })
    expect(isUsage).toBe(false)
    expect(message).toContain(`${at('missing.json')}: there is no such file`)
  })

  test('relative paths in it count from its folder', () => {
    write('etc/config.json', { data: 'store', tls: { cert: 'cert.pem', key: '/abs/key.pem' } })
    const { config } = load({ configFile: 'etc/config.json' })
    expect(config.data).toBe(at('etc', 'store'))
    expect(config.tls).toEqual({ cert: at('etc', 'cert.pem'), key: '/abs/key.pem' })
  })

  test('null stands for a value that is not set', () => {
    write('config.json', { tls: { cert: null, key: null } })
    expect(load().config.tls).toEqual({ cert: null, key: null })
  })

  test.each([
    ['an unknown member', { prot: 1 }, 'unknown member "prot"', '(did you mean port?)'],
    ['an unknown nested member', { tls: { cret: 'x' } }, 'unknown member "tls.cret"', '(did you mean tls.cert?)'],
    ["a member in the code's spelling", { keyPrefix: 'abc_' }, 'unknown member "keyPrefix"', 'key_prefix'],
    ['a value of another type', { port: '80' }, 'port in', 'must be a whole number from 0 to 65535, not "80"'],
    [
      'a password in an address',
      { draft: { endpoint: 'http://a:b@host/v1' } },
      'draft.endpoint in',
      'without a password',
    ],
    ['a value out of range', { workers: 0 }, 'workers in', 'must be a whole number from 1 to 64, not 0'],
    ['a prefix of another shape', { key_prefix: 'ABC_' }, 'key_prefix in', 'exactly 3 lowercase letters or digits'],
    ['a network that is none', { trusted_proxy: ['10.0.0.0/33'] }, 'trusted_proxy in', '10.0.0.0/33'],
    ['a text where members belong', { tls: 'cert.pem' }, 'unknown member "tls"', 'config.json'],
  ])('%s is refused as wrong usage, and the sentence helps', (_, content, ...parts) => {
    write('config.json', content)
    const { isUsage, message } = refusal({})
    expect(isUsage).toBe(true)
    for (const part of parts) expect(message).toContain(part)
  })

  test('all faults are told at once', () => {
    write('config.json', { prot: 1, workers: 0 })
    const { message } = refusal({ env: { WINDROW_PORT: 'x', API_V1_ENABLED: 'perhaps' } })
    for (const part of ['"prot"', 'workers', 'WINDROW_PORT', 'API_V1_ENABLED']) expect(message).toContain(part)
  })

  test('comments and a comma after the last member are read over, and strings are left as they are', () => {
    write('config.json', '{ // port\n "port": 9000, /* files, "x" */ "data": "C:/a//b,}/*c*/", \n}')
    expect(load().config).toMatchObject({ port: 9000, data: expect.stringMatching(/b,\}/) })
    write('config.json', '{"data": "a, ]" // the end')
    expect(refusal({}).message).toContain('damaged JSON')
  })

  test.each([
    ['{', 'damaged JSON'],
    ['[]', 'must hold a JSON object'],
    ['null', 'must hold a JSON object'],
  ])('the content %s is refused', (content, part) => {
    write('config.json', content)
    expect(refusal({}).message).toContain(part)
  })

  test('config.example.json is every value at its default', () => {
    write('config.json', readFileSync(new URL('../../../config.example.json', import.meta.url), 'utf8'))
    const { config, sources } = load()
    expect(Object.values(sources).every((source) => source.from === 'file')).toBe(true)
    rmSync(at('config.json'))
    expect(load().config).toEqual(config)
  })
})

describe('the environment', () => {
  test.each([
    ['false', false],
    ['FALSE', false],
    ['0', false],
    ['true', true],
    ['1', true],
    ['', true],
  ])('API_V1_ENABLED=%s means %s', (value, expected) => {
    expect(load({ env: { API_V1_ENABLED: value } }).config.apiV1EnabledByEnvironment).toBe(expected)
  })

  test('an unknown WINDROW_ variable is a warning with the nearest name', () => {
    const { warnings } = load({ env: { WINDROW_PROT: '1', WINDROW_SERVICE_HOST: '10.0.0.1', PORT: '9' } })
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toContain('WINDROW_PROT (did you mean WINDROW_PORT?)')
    expect(warnings[1]).toContain('WINDROW_SERVICE_HOST')
  })

  test('variables that other parts of windrow read are known', () => {
    const env = { WINDROW_NATIVE_DIR: '/x', WINDROW_CORPUS: '/x', WINDROW_PROGRAM: 'x' }
    expect(load({ env }).warnings).toEqual([])
  })

  test('a number that is none is refused by the name of the variable', () => {
    expect(refusal({ env: { WINDROW_PORT: '8o' } }).message).toBe(
      'WINDROW_PORT must be a whole number from 0 to 65535, not "8o"',
    )
  })
})
