// Both updates of a real game, in English and Chinese, as dumps and as containers, imported in turn beside a server: every
// count of the API agrees with one made here from the JSONL files alone. Runs where WINDROW_CORPUS names the folder of the
// data; its texts are under the GPL and stay where they are.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openGameText } from '../../packages/formats/src/open-game-text.ts'
import { type BuildEntry, container } from '../support/game-files.ts'
import { hashOf } from '../support/import-model.ts'
import { type ImportWorld, openImportWorld } from '../support/import-world.ts'

const corpus = process.env['WINDROW_CORPUS']
const shardCount = 61

type File = ReadonlyMap<string, string | null>

function readLines(name: string): File {
  const lines = readFileSync(join(corpus ?? '', 'pixel-dungeon', `${name}.jsonl`), 'utf8')
    .trim()
    .split('\n')
  return new Map(
    lines.map((line): [string, string | null] => {
      const { id, text, deleted } = JSON.parse(line) as { id: string; text: string; deleted?: boolean }
      return [id, deleted === true ? null : text]
    }),
  )
}

/** The tokens of the game's texts (docs/tokens.md#kinds), for the one question whether letters are left. */
const TOKENS =
  /<[^<>]*>|\$[A-Z][A-Z0-9]*_[A-Z0-9_]*(?::[-+0-9.]*[a-z%])?\$?|\$[A-Z]\([^()]*\)|\$[FG]\d+(?:\.\d+)?|\$(?:[A-Z]|\d+(?:#\d+)?)|@[A-Za-z]\[[^[\]]*\]|\[#\d+\]|\{[^{}]*\}|%%|%(?:[sd]|[-+0.\d][-+0]?\d*(?:\.\d+)?[sdifgxXu])|#[0-9a-fA-F]{6}|#[A-Z]/g
const isService = (text: string): boolean => !/\p{L}/u.test(text.replaceAll(TOKENS, ' '))

const STATES = ['all', 'none', 'machine', 'manual', 'stale'] as const
const SOURCES = ['all', 'main', 'diff', 'diff_only'] as const

/** A row as the contract's filters see it. */
interface Seen {
  readonly id: string
  readonly hasMain: boolean
  readonly hasDiff: boolean
  readonly isService: boolean
  readonly heads: readonly { readonly layer: string; readonly isStale: boolean }[]
}

function isIn(row: Seen, state: (typeof STATES)[number], source: (typeof SOURCES)[number]): boolean {
  const manual = row.heads.some(({ layer }) => layer === 'manual')
  const bySource = { all: true, main: !row.hasDiff, diff: row.hasDiff, diff_only: !row.hasMain }
  const byState = {
    all: true,
    none: row.heads.length === 0 && !(row.isService && row.hasDiff),
    machine: row.heads.length > 0 && !manual,
    manual,
    stale: row.heads.some(({ isStale }) => isStale),
  }
  return bySource[source] && byState[state]
}

describe.runIf(corpus !== undefined).each(['jsonl', 'container'] as const)('a real game as %s', (format) => {
  let world: ImportWorld
  const files = new Map<string, File>()
  const paths = new Map<string, string>()
  /** Ids in the order of their ordinals. */
  const order: string[] = []
  /** What each row's machine text was made for. */
  const madeFor = new Map<string, string>()

  async function prepare(name: string): Promise<void> {
    const texts = readLines(name)
    files.set(name, texts)
    const entries = Array.from(texts, ([id, text]): BuildEntry => ({ id, text }))
    const isDump = format === 'jsonl'
    const content = isDump ? Object.fromEntries(texts) : container(entries, shardCount)
    paths.set(name, world.file(name, content))
  }

  async function extendOrder(name: string): Promise<void> {
    const text = await openGameText(paths.get(name) ?? '', { role: 'diff' })
    for await (const batch of text.entries()) for (const { id } of batch) if (!order.includes(id)) order.push(id)
  }

  beforeAll(async () => {
    world = await openImportWorld()
    for (const name of ['main', 'diff-1', 'diff-2', 'main.uk', 'diff-1.uk']) await prepare(name)
    for (const name of ['main.zh', 'diff-1.zh', 'diff-2.zh']) await prepare(name)
    await extendOrder('main')
  })
  afterAll(() => world.close())

  const fileOf = (name: string): File => files.get(name) ?? new Map()
  const pathOf = (name: string): string => paths.get(name) ?? ''

  /** The effective source, the diff before main; a deletion is a text of nothing. */
  function sourceIn(diff: File, id: string): string | undefined {
    if (diff.has(id)) return diff.get(id) ?? ''
    const text = fileOf('main').get(id)
    return text === undefined ? undefined : (text ?? '')
  }

  /** Compares what the API shows with the files. */
  async function agrees(diffName: string): Promise<void> {
    const [diff, zh, zhDiff] = [fileOf(diffName), fileOf('main.zh'), fileOf(`${diffName}.zh`)]
    await extendOrder(diffName)
    const visible = order.filter((id) => sourceIn(diff, id) !== undefined)
    const cards = await world.rows('&fields=sources,reference,layers')
    expect(cards.map(({ row_id }) => row_id)).toEqual(visible)
    expect(cards.map(({ ordinal }) => ordinal)).toEqual(visible.map((id) => order.indexOf(id) + 1))

    const seen = visible.map((id, at): Seen => {
      const card = cards[at]
      const source = sourceIn(diff, id) ?? ''
      const [inMain, inDiff] = [fileOf('main').get(id), diff.get(id)]
      const shown = (text: string | null | undefined) =>
        text === undefined ? null : { text: text ?? '', text_hash: hashOf(text ?? '') }
      const zhText = zhDiff.has(id) ? zhDiff.get(id) : zh.get(id)
      expect(card).toMatchObject({
        source_text: source,
        source_kind: inDiff === undefined ? 'main' : 'diff',
        source_hash: hashOf(source),
        is_service_row: isService(source),
        sources: { main: shown(inMain), diff: shown(inDiff) },
        reference: zhText === undefined ? null : { text: zhText ?? '', kind: zhDiff.has(id) ? 'diff' : 'main' },
      })
      const machine = card.layers.machine
      const isStale = madeFor.has(id) && madeFor.get(id) !== source
      expect(machine?.freshness ?? null).toBe(madeFor.has(id) ? (isStale ? 'stale' : 'unverified') : null)
      return {
        id,
        hasMain: inMain !== undefined,
        hasDiff: inDiff !== undefined,
        isService: isService(source),
        heads: machine === null ? [] : [{ layer: 'machine', isStale }],
      }
    })
    for (const state of STATES) {
      for (const source of SOURCES) {
        const expected = seen.filter((row) => isIn(row, state, source)).map(({ id }) => id)
        const query = `&state=${state}&source=${source}`
        expect([query, await world.total(query)]).toEqual([query, expected.length])
        expect((await world.rows(query)).map(({ row_id }) => row_id)).toEqual(expected)
      }
    }
  }

  const countsOf = (before: File | null, after: File) => {
    const counts = { total: after.size, added: 0, changed: 0, retired: 0, unchanged: 0 }
    for (const [id, text] of after) {
      if (before?.has(id) !== true) counts.added++
      else counts[before.get(id) === text ? 'unchanged' : 'changed']++
    }
    for (const id of before?.keys() ?? []) if (!after.has(id)) counts.retired++
    return counts
  }

  test('is what its files say, with the first update over it', async () => {
    const argv = ['--main', pathOf('main'), '--diff', pathOf('diff-1')]
    const zh = ['--reference', pathOf('main.zh'), '--reference-diff', pathOf('diff-1.zh')]
    const document = await world.imports(...argv, ...zh)
    expect(document.diff).toMatchObject(countsOf(null, fileOf('diff-1')))
    expect(document.reference.total).toBe(fileOf('main.zh').size)
    await agrees('diff-1')
  })

  test('takes the translation that people shipped', async () => {
    await world.imports('--localized', pathOf('main.uk'), '--localized-diff', pathOf('diff-1.uk'))
    const diff = fileOf('diff-1')
    for (const { row_id, source_text } of await world.rows('&state=machine')) madeFor.set(row_id, source_text)
    const translated = order.filter((id) => {
      const text = diff.has(id) ? fileOf('diff-1.uk').get(id) : fileOf('main.uk').get(id)
      return typeof text === 'string' && text.trim() !== '' && text !== sourceIn(diff, id)
    })
    expect([...madeFor.keys()]).toEqual(translated)
    await agrees('diff-1')
  })

  test('is what its files say, with the second update in place of the first', async () => {
    const argv = ['--diff', pathOf('diff-2'), '--reference-diff', pathOf('diff-2.zh')]
    const document = await world.imports(...argv)
    const [before, after] = [fileOf('diff-1'), fileOf('diff-2')]
    expect(document.diff).toMatchObject(countsOf(before, after))
    const changed = order.filter((id) => {
      const [old, now] = [sourceIn(before, id), sourceIn(after, id)]
      return old !== undefined && now !== undefined && old !== now
    })
    expect(document.rows).toMatchObject({
      changed: changed.length,
      retired: order.filter((id) => sourceIn(before, id) !== undefined && sourceIn(after, id) === undefined).length,
    })
    expect(document.changed_with_translation).toBe(changed.filter((id) => madeFor.has(id)).length)
    expect(document.heads_now_stale).toBe(document.changed_with_translation)
    await agrees('diff-2')
  })
})
