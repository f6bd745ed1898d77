// Clients generated from the document by the two common generators for TypeScript: they compile, in strict mode, against the
// item of the README, and a program made with each reads rows, writes, waits and repairs by type.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterAll, expect, it } from 'vitest'
import { done } from '../support/program.ts'
import { ROWS, sourceHashOf, v1World } from '../support/v1-world.ts'

// The generators need TypeScript 5 and live in a package of their own, so that everything else keeps its compiler.
const home = fileURLToPath(new URL('../clients/', import.meta.url))
const packages = createRequire(join(home, 'package.json'))
const run = promisify(execFile)

const world = await v1World({ admin: { user: 'ada', role: 'admin' } })
const folder = mkdtempSync(join(home, 'generated-'))
writeFileSync(join(folder, 'openapi.json'), await done(['openapi']))
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.close()
})

const program = (name: string, path: string): string => join(packages.resolve(`${name}/package.json`), '..', path)

/** Compiles a program beside a generated client with TypeScript 5, bundles it and runs it; gives what it printed as JSON. */
async function outcomeOf(name: string, source: string): Promise<unknown> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, source)
  const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'esnext', '--moduleResolution', 'bundler']
  const types = ['--target', 'es2024', '--lib', 'es2024,dom,dom.iterable', '--types', 'node']
  const compiled = await run(process.execPath, [program('typescript', 'bin/tsc'), ...options, ...types, file]).catch(
    (error: { stdout: string }) => error,
  )
  expect(compiled.stdout, `${name} compiles`).toBe('')
  const bundle = join(folder, `${name}.mjs`)
  await build({ entryPoints: [file], bundle: true, platform: 'node', format: 'esm', outfile: bundle })
  const argv = [`http://127.0.0.1:${world.server.port}`, world.keys.admin, ROWS.plain, sourceHashOf('plain')]
  return JSON.parse((await run(process.execPath, [bundle, ...argv])).stdout)
}

const HEAD = `const [baseUrl = '', key = '', rowId = '', sourceHash = ''] = process.argv.slice(2)
const headers = { 'X-API-Key': key }
const item = {
  row_id: rowId,
  layer: 'machine',
  text: 'Ласкаво просимо додому, мандрівнику.',
  source_hash: sourceHash,
  provider: 'example',
  model: 'example-1',
} as const
`
const OUTCOME = {
  rows: 2,
  written: 'written',
  repair: { '{0}': 1 },
  isRefused: true,
  wait: null,
  claimed: 3,
  given: 204,
}

it('openapi-typescript with openapi-fetch', async () => {
  const schema = join(folder, 'schema.d.ts')
  await run(process.execPath, [program('openapi-typescript', 'bin/cli.js'), join(folder, 'openapi.json'), '-o', schema])
  const source = `import createClient from 'openapi-fetch'
import type { paths } from './schema.js'
${HEAD}
const client = createClient<paths>({ baseUrl, headers })
const rows = await client.GET('/api/v1/rows', { params: { query: { state: 'none', limit: 2, fields: 'core,tokens' } } })
type Items = paths['/api/v1/translations']['post']['requestBody']['content']['application/json']['items']
const write = (items: Items, key: string) =>
  client.POST('/api/v1/translations', { params: { header: { 'Idempotency-Key': key } }, body: { items } })
const written = await write([item], 'fetch-1')
const refused = await write([{ ...item, row_id: '${ROWS.tokens}', source_hash: '${sourceHashOf('tokens')}', text: 'Маєте {0} монет у $E.' }], 'fetch-2')
const [first] = refused.data?.data.items[0]?.errors ?? []
const repair = first?.code === 'markup_functional_breakage' ? first.details?.missing : undefined
const wrong = await client.POST('/api/v1/translations/validate', { body: { items: [] } })
const isRefused = wrong.error?.error === 'invalid_request' && wrong.error.details?.errors[0]?.field === 'items'
const claim = await client.POST('/api/v2/claims', { body: { work: 'none', limit: 3, fields: 'core,tokens' } })
const id = claim.data?.data.claim?.id ?? ''
const given = await client.DELETE('/api/v2/claims/{claim_id}', { params: { path: { claim_id: id } } })
console.log(JSON.stringify({
  rows: rows.data?.data.rows.length,
  written: written.data?.data.items[0]?.status,
  repair,
  isRefused,
  wait: claim.response.headers.get('Retry-After'),
  claimed: claim.data?.data.rows.filter((row) => row.copies === 1 && row.source_text !== '').length,
  given: given.response.status,
}))
`
  expect(await outcomeOf('use-fetch', source)).toEqual(OUTCOME)
})

it('@hey-api/openapi-ts', async () => {
  const generated = [
    '-i',
    join(folder, 'openapi.json'),
    '-o',
    join(folder, 'client'),
    '-c',
    '@hey-api/client-fetch',
    '--no-log-file',
  ]
  await run(process.execPath, [program('@hey-api/openapi-ts', 'bin/run.js'), ...generated], { cwd: home })
  const [made, sdk] = ['./client/client.gen', './client/sdk.gen']
  const source = `import { client } from '${made}'
import { giveBackClaim, rows as listRows, takeClaim, validate, write } from '${sdk}'
${HEAD}
client.setConfig({ baseUrl, headers })
const rows = await listRows({ query: { state: 'none', limit: 2, fields: 'core,tokens' } })
const again = { ...item, text: 'Ласкаво просимо додому, мандрівниче.', overwrite: true }
const written = await write({ headers: { 'Idempotency-Key': 'hey-1' }, body: { items: [again] } })
const broken = { ...item, row_id: '${ROWS.tokens}', source_hash: '${sourceHashOf('tokens')}', text: 'Маєте {0} монет у $E.' }
const refused = await write({ headers: { 'Idempotency-Key': 'hey-2' }, body: { items: [broken] } })
const [first] = refused.data?.data.items[0]?.errors ?? []
const repair = first?.code === 'markup_functional_breakage' ? first.details?.missing : undefined
const wrong = await validate({ body: { items: [] } })
const isRefused = wrong.error?.error === 'invalid_request' && wrong.error.details?.errors[0]?.field === 'items'
const claim = await takeClaim({ body: { work: 'none', limit: 3, fields: 'core,tokens' } })
const id = claim.data?.data.claim?.id ?? ''
const given = await giveBackClaim({ path: { claim_id: id } })
console.log(JSON.stringify({
  rows: rows.data?.data.rows.length,
  written: written.data?.data.items[0]?.status,
  repair,
  isRefused,
  wait: claim.response?.headers.get('Retry-After') ?? null,
  claimed: claim.data?.data.rows.filter((row) => row.copies === 1 && row.source_text !== '').length,
  given: given.response?.status,
}))
`
  expect(await outcomeOf('use-hey', source)).toEqual(OUTCOME)
})
