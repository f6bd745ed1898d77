// The bundled sample in a store of its own for each test, a model that stands in, and what came of a run: what tests of
// `windrow translate` from outside stand on. The store is made once and copied: three starts of the program cost more than most tests.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeEach } from 'vitest'
import { translated } from './letter-translation.ts'
import { type Behaviour, modelEndpoint, type ModelEndpoint } from './model-endpoint.ts'
import { done, type End, temporaryFolder } from './program.ts'

export const rowsInSample = 368

/** What a run prints with `--json`. */
export interface Report {
  readonly written: number
  readonly copies: number
  readonly remembered: number
  readonly calls: number
  readonly waits: number
  readonly slipped_batches: number
  readonly cut_answers: number
  readonly unreadable_answers: number
  readonly given_up: readonly { readonly row_id: string; readonly rule_code: string }[]
  readonly refused: Readonly<Record<string, number>>
  readonly tokens: {
    readonly input: number
    readonly output: number
    readonly estimated: boolean
    readonly per_row: number | null
  }
  readonly cost: number | null
  readonly waiting: { readonly texts: number; readonly files: readonly string[] }
  readonly stopped: { readonly code: string } | null
}
export const reportOf = ({ stdout }: End): Report => JSON.parse(stdout) as Report

interface Stored {
  readonly source: string
  readonly text: string
}
export const wrongOnes = (all: readonly Stored[]): readonly Stored[] =>
  all.filter(({ source, text }) => text !== translated(source))

export const boughtTwice = (model: ModelEndpoint): readonly string[] =>
  [...model.bought].filter(([, times]) => times > 1).map(([source]) => source)

export interface SampleStores {
  /** A path beside the data of the present test. */
  readonly at: (...names: readonly string[]) => string
  /** A command on the data that has to succeed; gives what it printed. */
  readonly done: (argv: readonly string[], input?: string) => Promise<string>
  /** The data, and who works on it. */
  readonly here: () => readonly string[]
  /** What a run needs that works on a server, and keeps beside the test what it would keep beside the person. */
  readonly envFor: (url: string, key: string) => Readonly<Record<string, string>>
  /** A model that translates as `translated` does unless told otherwise; it goes with the test. */
  readonly behave: (more?: Partial<Behaviour>) => Promise<ModelEndpoint>
  /** Texts of rows by id: `main` for the sources, or a layer. */
  readonly texts: (text: string) => Promise<ReadonlyMap<string, string>>
  /** Source and machine text of every row that has one. */
  readonly stored: () => Promise<readonly Stored[]>
}

export async function sampleStores(): Promise<SampleStores> {
  const made = temporaryFolder()
  const sample = fileURLToPath(new URL('../../src/sample/translate_words_map_en', import.meta.url))
  for (const argv of [
    ['import', '--main', sample, '--no-diff', '--quiet'],
    ['user', 'add', 'Ada', '--role', 'admin'],
    ['setting', 'set', 'target_language', 'uk'],
  ])
    await done([...argv, '--data', made.path])
  let folder = { path: '', remove: () => {} }
  let model: ModelEndpoint | null = null
  const at = (...names: readonly string[]): string => join(folder.path, ...names)
  const doneHere = (argv: readonly string[], input = ''): Promise<string> =>
    done([...argv, '--data', at('data')], input)
  afterAll(() => made.remove())
  beforeEach(() => {
    folder = temporaryFolder()
    cpSync(made.path, at('data'), { recursive: true })
  })
  afterEach(async () => {
    await model?.close()
    model = null
    folder.remove()
  })
  const texts = async (text: string): Promise<ReadonlyMap<string, string>> => {
    const to = at(`${text}.jsonl`)
    await doneHere(['export', '--to', to, '--text', text, '--quiet'])
    const lines = readFileSync(to, 'utf8').split('\n').filter(Boolean)
    return new Map(
      lines.map((line) => JSON.parse(line) as { id: string; text: string }).map(({ id, text: each }) => [id, each]),
    )
  }
  return {
    at,
    done: doneHere,
    here: () => ['--as', 'Ada', '--data', at('data')],
    envFor: (url, key) => ({
      WINDROW_URL: url,
      WINDROW_KEY: key,
      XDG_DATA_HOME: at(),
      LOCALAPPDATA: at(),
      HOME: at(),
    }),
    behave: async (more = {}) =>
      (model = await modelEndpoint({ translate: translated, seed: 1, brokenShare: 0, isStructured: true, ...more })),
    texts,
    async stored() {
      const [sources, machine] = [await texts('main'), await texts('machine')]
      return [...machine].map(([id, text]) => ({ source: sources.get(id) ?? '', text }))
    },
  }
}
