// node scripts/docs/main.ts [--check]
// Regenerates what is made from the program's own tables; with --check it changes nothing and fails when something is
// out of date. Either way it fails when pages are too long.
import { fileURLToPath } from 'node:url'
import { docsFaults, readPages } from './budgets.ts'
import { GENERATED } from './generated.ts'
import { regenerate } from './regenerate.ts'

const isCheck = process.argv.includes('--check')
const root = fileURLToPath(new URL('../../', import.meta.url))
const { outdated, faults: wrong } = regenerate(root, GENERATED, isCheck)
const faults = [...wrong, ...docsFaults(readPages(root))]
for (const path of outdated) console.log(isCheck ? `${path} is out of date; run npm run docs` : `${path} is written`)
for (const fault of faults) console.log(fault)
process.exitCode = faults.length > 0 || (isCheck && outdated.length > 0) ? 1 : 0
