// node scripts/bench/labels.ts DATA: what labels cost in a store that may be written to, in processor time of one process: a rule of
// each field until every row has been looked at, a label's counts by state (again and after a write), and bytes of rows by hand.
import { openAppIn } from '../../src/app/open-app.ts'
import { catchUp } from '../../src/app/caught-up.ts'
import { addLabelRule, removeLabel } from '../../src/app/labels/change-labels.ts'
import { labelRows } from '../../src/app/labels/label-rows.ts'
import { countsWhenMade } from '../../src/app/labels/read-labels.ts'
import { findWork } from '../../src/app/work/find-work.ts'
import { systemRandom } from '../../src/base/crypto.ts'
import { createLog } from '../../src/base/log.ts'
import { systemClock } from '../../src/base/time.ts'
import { RULE_FIELDS, type RuleField } from '../../src/domain/labels/label-rule.ts'
import { ALL_WORK } from '../../src/domain/work/work-filter.ts'
import { keyOf } from '../../src/store/file/keyspace.ts'
import { rangeOf } from '../../src/store/file/record.ts'
import { rowView, takeVisible } from '../../src/store/rows.ts'
import { freshen } from '../../src/store/view.ts'
import { cpuMs, spreadOf } from './measure.ts'

const times = 11
const every = 11
const patterns: Readonly<Record<RuleField, string>> = {
  source: '*a*',
  reference: '*的*',
  id: '*0',
  file: 'diff/*',
  token: '<*',
}
const say = (what: string, value: string): void => void process.stdout.write(`${what}: ${value}\n`)

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('name the data folder')
const log = createLog({ level: 'warn' })
const parts = { clock: systemClock, random: systemRandom, log, keyPrefix: 'x_', apiV1EnabledByEnvironment: true }
const { app, leave } = await openAppIn(folder, parts)

async function costOf(work: () => Promise<unknown>): Promise<number> {
  const startedMs = cpuMs()
  await work()
  return cpuMs() - startedMs
}
const bytesIn = (table: 'label_rows'): number => {
  freshen(app.store)
  let bytes = 0
  for (const { key, value } of app.store.main.getRange(rangeOf({ prefix: keyOf(table) })))
    bytes += key.length + value.length
  return bytes
}

await catchUp(app)
say('rows with something to translate', String((await findWork(app, ALL_WORK)).size))
for (const field of RULE_FIELDS) {
  const label = `bench ${field}`
  await addLabelRule(app, null, label, { field, patterns: [patterns[field]] })
  const ms = await costOf(() => catchUp(app))
  const { size } = await findWork(app, { ...ALL_WORK, label })
  say(`rule over ${field}, until stored`, `${ms.toFixed(0)} ms, ${size} rows`)
}

const label = 'bench source'
const all = takeVisible(app.store.main, 0, 2_000_000, (block, ordinal) => rowView(block, ordinal)?.rowId ?? null)
const countMs = async (): Promise<number> => await costOf(() => countsWhenMade(app, label))
const [again, written]: [number[], number[]] = [[], []]
for (let round = 0; round < times; round++) {
  again.push(await countMs())
  // A label by hand is the write after which most has to be counted again.
  await labelRows(app, null, { label, act: round % 2 === 0 ? 'take' : 'reset', origin: 'list' }, all.slice(0, 1))
  written.push(await countMs())
}
say(
  'counts by state, again (median, longest)',
  `${spreadOf(again).median.toFixed(2)}, ${Math.max(...again).toFixed(2)} ms`,
)
say('counts by state, after a write', `${spreadOf(written).median.toFixed(2)}, ${Math.max(...written).toFixed(2)} ms`)

for (const rows of [all.filter((_, at) => at % every === 0), all]) {
  const before = bytesIn('label_rows')
  const ms = await costOf(() => labelRows(app, null, { label: 'bench hand', act: 'give', origin: 'list' }, rows))
  const bytes = (bytesIn('label_rows') - before) / rows.length
  say(`${rows.length} rows by hand`, `${ms.toFixed(0)} ms, ${bytes.toFixed(2)} bytes a row`)
  await removeLabel(app, null, 'bench hand')
}
for (const field of RULE_FIELDS) await removeLabel(app, null, `bench ${field}`)
await leave()
