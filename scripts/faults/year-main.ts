// The process of one simulated year, started by year.ts: node year-main.ts SEED GROUPS STEPS, where STEPS is `all` or numbers with
// commas. Tells its parent how far it is, and in the end what came of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NOTHING_PLAYED, stepsOf, Year } from './year-play.ts'

const [seed = 1, groups = 0] = process.argv.slice(2, 4).map(Number)
const [asked = 'all'] = process.argv.slice(4)
const only = asked === 'all' ? null : new Set(asked.split(',').map(Number))
const folder = mkdtempSync(join('/dev/shm', 'windrow-year-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const tell = (told: object): void => void process.send?.(told)

async function play(): Promise<void> {
  const steps = stepsOf(seed, groups)
  const wanted = steps.filter(({ number }) => only === null || only.has(number))
  const played = await new Year(seed, folder).play(wanted, ({ number }) => tell({ step: number, of: steps.length }))
  tell({ played })
}

void play()
  .catch(({ stack }: Error) => tell({ played: { ...NOTHING_PLAYED, problem: stack } }))
  .finally(() => process.disconnect?.())
