// The process of one simulated year, started by year.ts: node year-main.ts SEED GROUPS STEPS [PLANT], where STEPS is `all` or numbers with
// commas. Tells its parent how far it is, and in the end what came of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { plant } from './year-plants.ts'

const [seed = 1, groups = 0] = process.argv.slice(2, 4).map(Number)
const [asked = 'all', planted] = process.argv.slice(4)
const only = asked === 'all' ? null : new Set(asked.split(',').map(Number))
const folder = mkdtempSync(join('/dev/shm', 'windrow-year-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const tell = (told: object): void => void process.send?.(told)

async function play(): Promise<void> {
  if (planted !== undefined) plant(planted)
  const { stepsOf, Year } = await import('./year-play.ts')
  const steps = stepsOf(seed, groups)
  const wanted = steps.filter(({ number }) => only === null || only.has(number))
  const played = await new Year(seed, folder).play(wanted, ({ number }) => tell({ step: number, of: steps.length }))
  tell({ played })
}

void play()
  .catch(({ stack }: Error) => tell({ played: { problem: stack, step: null, digest: '', answers: 0, kills: 0 } }))
  .finally(() => process.disconnect?.())
