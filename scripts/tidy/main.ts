// npm run tidy: prints what the sources keep to no longer, a line each, and ends with 1 if there is any.
import { fileURLToPath } from 'node:url'
import { findingsUnder } from './tree.ts'

const findings = findingsUnder(fileURLToPath(new URL('../../', import.meta.url)))
for (const { path, line, rule, advice } of findings) console.log(`${path}:${line}  ${rule}  ${advice}`)
console.log(findings.length === 0 ? 'tidy' : `${findings.length} to tidy up`)
process.exitCode = findings.length === 0 ? 0 : 1
