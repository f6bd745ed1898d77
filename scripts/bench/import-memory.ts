// node scripts/bench/import-memory.ts [ENTRIES]: the peak of anonymous memory, processor time and wall time of every import,
// dry run, export and revert of a whole game, made fresh (963,050 entries unless told otherwise), with the search index that
// follows it. Linux only: it reads /proc.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costOf } from './command-cost.ts'
import { makeGameFiles, makeNextDiff } from './stores.ts'

async function main(): Promise<void> {
  const entries = Number(process.argv[2] ?? 963_050)
  const folder = mkdtempSync(join(tmpdir(), 'windrow-import-memory-'))
  try {
    const sizes = { entries, shards: Math.ceil(entries / 256), changed: Math.floor(entries / 5), added: 19_000 }
    const files = await makeGameFiles(join(folder, 'game'), sizes)
    const next = await makeNextDiff(files.main, sizes)
    const data = ['--data', join(folder, 'data'), '--quiet']
    const sources = ['--main', files.main, '--diff', files.diff, '--reference', files.reference]
    const report = ['--report', join(folder, 'report.jsonl')]
    const twins = ['--main', files.main, '--diff', next, '--out', join(folder, 'out')]
    const steps: readonly (readonly [string, readonly string[]])[] = [
      ['a command that does nothing much', ['stats', ...data]],
      ['import of main, diff and reference', ['import', ...sources, ...data]],
      ['the same again, nothing changed', ['import', ...sources, ...data]],
      ['its dry run', ['import', ...sources, '--dry-run', ...data]],
      ['dry run of translations', ['import', '--localized', files.localized, '--dry-run', ...data]],
      ['import of translations', ['import', '--localized', files.localized, ...data]],
      ['an update that changes a third of all rows', ['import', '--diff', next, '--allow-retire', ...report, ...data]],
      ['export of both twins', ['export', ...twins, ...data]],
      ['export of a dump', ['export', '--to', join(folder, 'dump.jsonl'), ...data]],
      ['dry run of taking the translations back', ['revert', '--since', '2000-01-01', '--dry-run', ...data]],
      ['taking them back', ['revert', '--since', '2000-01-01', ...data]],
    ]
    // The first needs a store; an empty one is made by asking for its settings.
    await costOf(['setting', 'list', ...data])
    for (const [label, argv] of steps) {
      const { seconds, cpuSeconds, peakMegabytes } = await costOf(argv)
      process.stdout.write(
        `${label}: ${peakMegabytes.toFixed(0)} MB at its peak, ${cpuSeconds.toFixed(1)} s of processor, ${seconds.toFixed(1)} s\n`,
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

await main()
