// npm run bench -- --thirty [--short] [--data DIR]: thirty people at work, first alone, then beside other work (`SITUATIONS`). Prints
// for each how long every kind of request waited from when it was due, and whether the bars are met; alone and beside an import, the
// reference's table beside it. What the bench makes other programs wait for is theirs too: nothing else should run on the machine.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { acceptedItems, type Item } from '../items.ts'
import { run, startServer } from '../processes.ts'
import {
  fillReference,
  fillWindrow,
  type GameFiles,
  makeGameFiles,
  serveWindrow,
  type Sizes,
  windrow,
} from '../stores.ts'
import { makePatch } from './patch.ts'
import { peerSide, type Side, windrowSide } from './sides.ts'
import { type Seen, tableOf } from './table.ts'
import { behindMs, type Crowd, pause, type Watch, withPeople } from './watch.ts'

interface Thirty {
  readonly sizes: Sizes
  readonly warmUpMs: number
  readonly aloneMs: number
}

interface Files extends GameFiles {
  /** The diff with another text in every twentieth row, and in three of ten. */
  readonly patch5: string
  readonly patch30: string
}

interface Beside {
  readonly side: Side
  readonly data: string
  readonly files: Files
  readonly folder: string
}

interface Situation {
  readonly title: string
  readonly isBesideImport?: true
  /** Whether the reference is watched in it, too. */
  readonly hasPeer?: true
  readonly beside: (world: Beside) => Promise<unknown>
}

const imported = ({ importDiff }: Side, ...diffs: string[]): Promise<unknown> =>
  diffs.reduce<Promise<unknown>>((before, diff) => before.then(() => importDiff(diff)), Promise.resolve())

/** Each patch is taken back by the next import, so that all of them have as much to do. */
const SITUATIONS: readonly Situation[] = [
  {
    title: 'beside an import of 5 %',
    isBesideImport: true,
    hasPeer: true,
    beside: ({ side, files }) => imported(side, files.patch5),
  },
  {
    title: 'beside imports of 5 %, back to back',
    isBesideImport: true,
    beside: ({ side, files: { diff, patch5 } }) => imported(side, diff, patch5, diff),
  },
  {
    title: 'beside an import of 30 %',
    isBesideImport: true,
    beside: ({ side, files }) => imported(side, files.patch30),
  },
  {
    title: 'beside an export',
    beside: ({ data, files: { main, patch30 }, folder }) =>
      run([
        ...windrow,
        'export',
        '--main',
        main,
        '--diff',
        patch30,
        '--out',
        join(folder, 'out'),
        '--data',
        data,
        '--quiet',
      ]),
  },
]

const restMs = 8_000
const batchesAtMost = 1_500
const translators = 18

/** Measures, and gives the tables as text. */
export async function measureThirty(thirty: Thirty, folder: string, say: (text: string) => void): Promise<string> {
  const { sizes, warmUpMs, aloneMs } = thirty
  say('makes files and stores')
  const made = await makeGameFiles(join(folder, 'files'), sizes)
  const files = { ...made, patch5: await makePatch(folder, made, 5), patch30: await makePatch(folder, made, 30) }
  const [data, peerPath] = [join(folder, 'data'), join(folder, 'reference.db')]
  await fillWindrow(data, { main: files.main, diff: files.diff, localized: files.localized })
  await fillReference(peerPath, { main: files.main, diff: files.diff, localized: files.localized })
  const own = await windrowSide(data, translators)
  const peer = await peerSide(peerPath, translators, 0)
  const crowd: Crowd = {
    people: translators,
    rows: sizes.entries + sizes.added,
    nextItems: await itemsOf(data, files, sizes),
  }
  const tables: string[] = []
  const show = (title: string, seen: Seen, isBesideImport = false): void => {
    tables.push(tableOf(title, seen, isBesideImport))
    say(tables.at(-1) as string)
  }
  const showAll = async (watch: Watch, side: Side, situations: readonly Situation[], who: string): Promise<void> => {
    await pause(warmUpMs)
    show(`${who}alone`, await watch(() => pause(aloneMs)))
    for (const { title, beside, isBesideImport } of situations) {
      const during = (): Promise<void> => beside({ side, data, files, folder }).then(() => pause(behindMs))
      show(`${who}${title}`, await watch(during), isBesideImport)
      await pause(restMs)
    }
  }
  await withPeople(own, crowd, (watch) => showAll(watch, own, SITUATIONS, ''))
  const withPeer = SITUATIONS.filter(({ hasPeer }) => hasPeer)
  await withPeople(peer, crowd, (watch) => showAll(watch, peer, withPeer, 'the reference, '))
  rmSync(join(data, 'derived'), { recursive: true })
  await withPeople(own, crowd, async (watch) => {
    show(
      'beside the making of the indexes, on a server just started',
      await watch(() => run([...windrow, 'index', '--data', data, '--quiet']).then(() => pause(behindMs))),
    )
  })
  return tables.join('\n\n')
}

async function itemsOf(data: string, files: Files, sizes: Sizes): Promise<() => readonly Item[]> {
  const server = await startServer(serveWindrow(data))
  try {
    // A small store has no more texts.
    const count = 50 * Math.min(batchesAtMost, Math.floor(sizes.entries / 400))
    return inBatches(await acceptedItems({ files, windrow: () => Promise.resolve(server) }, count))
  } finally {
    await server.stop()
  }
}

/** The next fifty at each call, again from the start behind the last ones. */
function inBatches(items: readonly Item[]): () => readonly Item[] {
  let batches = 0
  return () => {
    const from = (50 * batches++) % (items.length - 50)
    return items.slice(from, from + 50)
  }
}
