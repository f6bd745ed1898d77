// The drill of undo and merge on a whole generated game with its Chinese twins: one half is translated by a file and the other
// by a model, this half is taken back by model, what stood before is exported, and a fork that went its own way is merged, in
// both directions and by a third store in the other order. Game files have to be the same byte for byte wherever the same is
// said, and `check` finds nothing.
import { createHash } from 'node:crypto'
import { createReadStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { makeSources } from '../bench/stores.ts'
import { endOf, makeWorld, type World } from './world.ts'

interface Outcome {
  readonly lines: string[]
  readonly problems: string[]
}

interface Drill {
  readonly world: World
  readonly files: { readonly main: string; readonly diff: string }
  readonly say: (text: string) => void
  readonly problems: string[]
}

/** Of the real game, whose main file has 963,050 texts. */
const share = { changed: 187_000 / 963_050, added: 19_000 / 963_050, deleted: 7_000 / 963_050 }

/** `entries` is how many texts the game's main file has. */
export async function runWholeGame(entries: number, say: (text: string) => void): Promise<Outcome> {
  const world = await makeWorld()
  try {
    const counted = (of: number): number => Math.ceil(of * entries)
    const sizes = {
      entries,
      shards: Math.ceil(entries / 256),
      changed: counted(share.changed),
      added: counted(share.added),
      deleted: counted(share.deleted),
    }
    const files = await makeSources(join(world.folder, 'game'), sizes)
    const chinese = await makeSources(join(world.folder, 'game'), sizes, 'zh')
    const drill: Drill = { world, files, say, problems: [] }
    const [team, fork, third] = [store(drill, 'team'), store(drill, 'fork'), store(drill, 'third')]
    const twins = ['--reference', chinese.main, '--reference-diff', chinese.diff]
    await team.windrow('import', '--main', files.main, '--diff', files.diff, ...twins)
    await team.windrow('user', 'add', 'ann', '--role', 'admin')
    await team.windrow('user', 'quota', 'ann', String(2 * entries + 100))
    const undone = await takeBackHalf(drill, team, [fork, third])
    const merged = await mergeFork(drill, team, fork, third)
    await Promise.all([team, fork, third].map((each) => each.windrow('check')))
    return { lines: [undone, merged], problems: drill.problems }
  } finally {
    world.remove()
  }
}

interface StoreOf {
  readonly name: string
  windrow(...argv: string[]): Promise<string>
  json(...argv: string[]): Promise<Record<string, number>>
  /** The digest of the two twins that an export makes. */
  twins(...options: string[]): Promise<string>
}

function store({ world, files, say }: Drill, name: string): StoreOf {
  const data = ['--data', join(world.folder, name), '--quiet']
  let exports = 0
  const windrow = async (...argv: string[]): Promise<string> => {
    const startedMs = performance.now()
    const said = await world.windrow(...argv, ...data)
    say(`whole-game: ${name}: ${argv.slice(0, 3).join(' ')}: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
    return said
  }
  return {
    name,
    windrow,
    json: async (...argv) => JSON.parse(await windrow(...argv, '--json')) as Record<string, number>,
    async twins(...options) {
      const out = join(world.folder, `${name}-${exports++}`)
      mkdirSync(out)
      await windrow('export', '--main', files.main, '--diff', files.diff, '--out', out, '--level', '1', ...options)
      const hash = createHash('sha256')
      for (const file of [files.main, files.diff])
        hash.update(readFileSync(join(out, file.split(/[\\/]/).at(-1) ?? '')))
      return hash.digest('hex')
    },
  }
}

/** Translates all, half by a file and half by a model, and takes the model back. The forks begin with the first half. */
async function takeBackHalf(drill: Drill, team: StoreOf, forks: readonly StoreOf[]): Promise<string> {
  const { world, problems } = drill
  const untranslated = join(world.folder, 'untranslated.jsonl')
  await team.windrow('export', '--to', untranslated)
  const same = (what: string, one: string, other: string): void => {
    if (one !== other) problems.push(`${what}: the game files differ`)
  }
  const byFile = join(world.folder, 'first-half.jsonl')
  await rewrite(
    untranslated,
    byFile,
    (nth) => nth % 2 === 0,
    ({ id, text }) => ({ id, text: `Так: ${text}` }),
  )
  await team.windrow('import', localized, byFile)
  const [half, atHalf] = [await team.twins(), await latest(team)]
  const base = join(world.folder, 'base.backup')
  await team.windrow('backup', base)
  const [second] = await Promise.all([
    translate(drill, team, untranslated),
    ...forks.map((fork) => fork.windrow('restore', base)),
  ])
  const [whole, atEnd] = [await team.twins(), await latest(team)]
  if (half === whole) problems.push('the model changed nothing')

  const { revert, withdrawn } = await team.json('revert', '--model', model)
  if (withdrawn !== second) problems.push(`${withdrawn} of ${second} texts of the model were taken back`)
  const [now, atTheEnd, before] = await Promise.all([
    team.twins(),
    team.twins('--at', atEnd),
    team.twins('--at', atHalf),
  ])
  same('half of it taken back by model', now, half)
  same('what stood when all was translated', atTheEnd, whole)
  same('what stood when half was', before, half)
  const { restored } = await team.json('revert', '--revert', String(revert))
  if (restored !== second) problems.push(`${restored} of ${second} texts came back`)
  same('the revert taken back', await team.twins(), whole)
  return `half of a game by a file, ${second} texts by a model, these taken back and brought back, byte for byte`
}

const model = 'model-b'
/** Texts of a file of main would leave rows alone that the diff has too. */
const localized = '--localized-diff'

/** Every other text, through `windrow write`; gives how many were written. */
async function translate({ world, say, problems }: Drill, team: StoreOf, untranslated: string): Promise<number> {
  const path = join(world.folder, 'second-half.jsonl')
  await rewrite(
    untranslated,
    path,
    (nth) => nth % 2 === 1,
    ({ id, text }) => ({ row_id: id, text: `Так: ${text}` }),
  )
  const startedMs = performance.now()
  const argv = ['write', path, '--model', model, '--as', 'ann', '--json', '--data', join(world.folder, team.name)]
  const { code, stdout, stderr } = await endOf(world.start(...argv))
  // 3: some are service rows, or what the generator made has no translation that the gate takes.
  if (code !== 0 && code !== 3) throw new Error(`write ended with ${code}: ${stderr}`)
  say(`whole-game: ${team.name}: write: ${((performance.now() - startedMs) / 1000).toFixed(1)} s`)
  const { sent, written } = JSON.parse(stdout) as { sent: number; written: number }
  if (written < sent / 2) problems.push(`only ${written} of ${sent} texts of ${model} were written`)
  return written
}

interface Line {
  readonly id: string
  readonly text: string
}

async function rewrite(
  from: string,
  to: string,
  isWanted: (nth: number) => boolean,
  made: (line: Line) => object,
): Promise<void> {
  const lines: string[] = []
  let nth = 0
  for await (const line of createInterface({ input: createReadStream(from) }))
    if (isWanted(nth++)) lines.push(`${JSON.stringify(made(JSON.parse(line) as Line))}\n`)
  writeFileSync(to, lines.join(''))
}

async function latest(team: StoreOf): Promise<string> {
  const { entries } = JSON.parse(await team.windrow('log', '--limit', '1', '--json')) as { entries: { at: string }[] }
  return entries[0]?.at ?? ''
}

/** Team and fork go on, each on its own, some of it on the same rows; then each takes in the other. */
async function mergeFork({ world, problems }: Drill, team: StoreOf, fork: StoreOf, third: StoreOf): Promise<string> {
  const untranslated = join(world.folder, 'untranslated.jsonl')
  const goOn = async (one: StoreOf, every: number, word: string): Promise<string> => {
    const path = join(world.folder, `${one.name}-own.jsonl`)
    const history = join(world.folder, `${one.name}.history`)
    await rewrite(
      untranslated,
      path,
      (nth) => nth % every === 0,
      ({ id, text }) => ({ id, text: `${word}: ${text}` }),
    )
    await one.windrow('import', localized, path, '--overwrite-all')
    await one.windrow('export', '--to', history, '--with-history')
    return history
  }
  const [ofTeam, ofFork] = await Promise.all([goOn(team, 5, 'Наше'), goOn(fork, 3, 'Своє')])
  const merges = [
    [team, ofFork],
    [fork, ofTeam],
    [third, ofFork, ofTeam],
  ] as const
  const [[{ conflicts = 0, taken = 0 } = {}] = []] = await Promise.all(
    merges.map(async ([one, ...histories]) => {
      const counts: Record<string, number>[] = []
      for (const history of histories) counts.push(await one.json('merge', history))
      return counts
    }),
  )
  if (conflicts === 0 || taken === 0) problems.push(`a merge with ${conflicts} conflicts and ${taken} texts taken`)
  const [ours, theirs, other] = await Promise.all(
    merges.map(async ([one, history]) => {
      const again = await one.json('merge', history)
      if (again['changed'] !== 0) problems.push(`${one.name}: merged again, ${again['changed']} rows changed`)
      return await one.twins()
    }),
  )
  if (ours !== theirs) problems.push('team and fork have different game files after merging')
  if (ours !== other) problems.push('the third store, which merged in the other order, has different game files')
  return `a fork merged both ways and by a third store in the other order: ${taken} texts taken, ${conflicts} conflicts; merged again: nothing; the game files the same`
}
