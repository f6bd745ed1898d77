// Work of people and agents that is asked for one request after another, because each answer decides what the next one sees: processor
// time of servers of several sizes, in turns (`ten-million.ts`).
import { inRounds, type Samples } from './measure.ts'
import { type Program, processorUs, run, type Server } from './processes.ts'
import { windrow } from './stores.ts'
import { ask, password, Translator } from './thirty/people.ts'

const rounds = 11
const timesATurn = 20

/** A store whose server is asked, and ids of rows all over its list. */
interface Asked {
  readonly name: string
  readonly server: Server
  readonly rowIds: readonly string[]
}

/** Does it once; `at` counts on. Throws where the answer is not what it should be. */
type Do = (at: number) => Promise<void>

async function answered(of: Promise<{ readonly status: number; readonly text: string }>): Promise<string> {
  const { status, text } = await of
  if (status >= 300) throw new Error(`answered ${status}: ${text.slice(0, 300)}`)
  return text
}

/** Each with its title. */
const WORKS: Readonly<Record<string, (asked: Asked) => Promise<Do>>> = {
  'claim of 50 rows, and its giving back': async ({ server: { port } }) => {
    return async () => {
      const text = await answered(ask(port, '/api/v2/claims', { limit: 50 }))
      const id = /"id": ?"?(\w+)/.exec(text)?.[1]
      await answered(ask(port, `/api/v2/claims/${id}`, undefined, { method: 'DELETE' }))
    }
  },
  'similar rows of a random row': async ({ server: { port }, rowIds }) => {
    return async (at) => {
      await answered(ask(port, '/api/v2/memory', { row_ids: [rowIds[at % rowIds.length]] }))
    }
  },
  'counts of all labels': async ({ server: { port } }) => {
    return async () => {
      await answered(ask(port, '/api/v2/facets?by=label'))
    }
  },
  'step of the workbench': async ({ server: { port }, rowIds }) => {
    const somebody = await Translator.signIn(port, 'bench', rowIds[0] as string)
    return async () => {
      const fault = await somebody.skip()
      if (fault !== null) throw new Error(`a step: ${fault}`)
    }
  },
}

/** Gives the person of the key a password and no limits on the site, and labels some of the rows. */
export async function prepareOneByOne(data: string): Promise<void> {
  const command = (...args: string[]): Program => [...windrow, ...args, '--data', data, '--quiet']
  await run(command('user', 'password', 'bench', '--password-stdin'), `${password}\n`)
  for (const name of ['site_reads_per_minute', 'site_writes_per_minute'])
    await run(command('setting', 'set', name, '1000000'))
  // The made texts repeat as no game's do: each claim would fill hundreds of rows.
  await run(command('setting', 'set', 'memory', 'off'))
  await run(command('label', 'add', 'bench'))
  await run(command('label', 'add-rule', 'bench', 'source', '--pattern', '*e*'))
  await run(command('index'))
}

/** Processor time in µs that each server takes for each work once: a figure a round. */
export async function measureOneByOne(
  stores: readonly Asked[],
  say: (text: string) => void,
): Promise<Readonly<Record<string, Samples>>> {
  const measured: Record<string, Samples> = {}
  for (const [title, begin] of Object.entries(WORKS)) {
    say(title)
    const turns: Record<string, () => Promise<number>> = {}
    for (const asked of stores) turns[asked.name] = turnOf(asked, await begin(asked))
    await inRounds(2, turns)
    measured[title] = await inRounds(rounds, turns)
  }
  return measured
}

function turnOf({ server }: Asked, once: Do): () => Promise<number> {
  let at = 0
  return async () => {
    const fromUs = processorUs(server.pid) ?? 0
    for (let i = 0; i < timesATurn; i++) await once(at++)
    return ((processorUs(server.pid) ?? 0) - fromUs) / timesATurn
  }
}
