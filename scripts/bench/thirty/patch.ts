// A game's update: the diff with another text in a share of its rows, spread evenly. It has the diff's name, as an update has:
// under another one all of its rows would change their file.
import { createWriteStream, existsSync, mkdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { run } from '../processes.ts'
import { dumpLines, type GameFiles, generator } from '../stores.ts'

export async function makePatch(folder: string, { main, diff }: GameFiles, percent: number): Promise<string> {
  const dump = join(folder, 'diff.jsonl')
  const changed = join(folder, `changed${percent}.jsonl`)
  const patched = join(folder, `patched${percent}`, basename(diff))
  mkdirSync(dirname(patched), { recursive: true })
  if (!existsSync(dump)) await run([...generator, 'dump', diff, dump])
  const out = createWriteStream(changed)
  let count = 0
  for await (const line of dumpLines(dump)) {
    const isChanged = (count * percent) % 100 < percent && line.text !== ''
    count++
    out.write(`${JSON.stringify(isChanged ? { ...line, text: `${line.text} again` } : line)}\n`)
  }
  await new Promise<void>((resolve) => out.end(() => resolve()))
  await run([...generator, 'pack', changed, patched, '--base', main])
  return patched
}
