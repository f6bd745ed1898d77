// The process of one simulated year, started by year.ts: node year-main.ts SEED GROUPS STEPS, where STEPS is `all` or numbers with commas.
// Tells its parent how far it is, and in the end what came of it.
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { stepsOf, Year } from './year-play.ts'

const [seed = 1, groups = 0] = process.argv.slice(2, 4).map(Number)
const only = process.argv[4] === 'all' ? null : new Set(process.argv[4]?.split(',').map(Number))
const folder = mkdtempSync(join('/dev/shm', 'windrow-year-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const steps = stepsOf(seed, groups)
const wanted = steps.filter(({ number }) => only === null || only.has(number))
const tell = (told: object): void => void process.send?.(told)
void new Year(seed, folder)
  .play(wanted, steps.length, ({ number }) => tell({ step: number, of: steps.length }))
  .then(
    (played) => tell({ played }),
    (error: Error) =>
      tell({ played: { problem: error.stack ?? error.message, step: null, digest: '', answers: 0, kills: 0 } }),
  )
  .finally(() => process.disconnect?.())
