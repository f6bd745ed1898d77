// npm run keys -- [--sign FILE] --to FILE… : the next step of the keys that sign releases, into src/runtime/release-keys.json. --to
// names each public key from then on (PEM), --sign a private key of the step before (docs/makers/releasing.md#the-keys).
import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { base64Of, BUILT_IN, withStep } from '../../src/cli/commands/program/release-keys.ts'

const file = fileURLToPath(new URL('../../src/runtime/release-keys.json', import.meta.url))

const { values } = parseArgs({ options: { sign: { type: 'string' }, to: { type: 'string', multiple: true } } })
const keys = (values.to ?? []).map((path) => base64Of(createPublicKey(readFileSync(path))))
if (keys.length < 2) throw new Error('name at least two public keys with --to: one signs, one is kept elsewhere')
const steps = withStep(BUILT_IN, keys, values.sign === undefined ? null : createPrivateKey(readFileSync(values.sign)))
writeFileSync(file, `${JSON.stringify({ steps }, null, 2)}\n`)
console.log(`step ${steps.length} names ${keys.length} keys; commit ${file}`)
