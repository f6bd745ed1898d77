// node scripts/docs/main.ts [--check]
// Regenerates what is made from the program's own tables; with --check it changes nothing and fails when something is
// out of date.
import { fileURLToPath } from 'node:url'
import { GENERATED } from './generated.ts'
import { regenerate } from './regenerate.ts'

const isCheck = process.argv.includes('--check')
const root = fileURLToPath(new URL('../../', import.meta.url))
const { outdated, faults } = regenerate(root, GENERATED, isCheck)
for (const path of outdated) console.log(isCheck ? `${path} is out of date; run npm run docs` : `${path} is written`)
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 || (isCheck && outdated.length > 0) ? 1 : 0
