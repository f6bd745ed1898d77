// The story of a modder and a team, from outside: import a game, translate it through the API, export; the game is
// patched, the same two commands bring everything forward; a later patch takes some of it back. What is exported, stale
// and retired is worked out here by a small model of its own (docs/rows.md#rows and docs/rows.md#layers;
// docs/command-line.md#import and docs/command-line.md#export).
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildContainer } from '../support/container-builder.ts'
import { type Texts, textsOf } from '../support/game-store.ts'
import { done } from '../support/program.ts'
import { programWorld } from '../support/program-world.ts'
import { type Json, send } from '../support/v1-client.ts'

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const id = (name: string): string => hashOf(name).slice(0, 16)
const byId = (texts: Readonly<Record<string, string | null>>): Texts =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [id(name), text]))

/** The game in three versions; the names say what happens to the row. */
const V1 = {
  main: {
    same: 'Welcome, {0}!',
    changedOnce: 'The gate is closed.',
    changedThenBack: 'The bridge is broken.',
    cosmetic: '#RRed#E moon',
    deleted: 'A torn letter.',
    deletedThenBack: 'A sealed letter.',
    newlyInDiff: 'Old rumours.',
    inDiff: 'Spring festival.',
    deletedByDiff: 'Test item.',
    brokenByUpdate: 'Take %s.',
    untranslated: 'Nobody reads this.',
    service: '{0}/{1}',
  },
  diff: {
    inDiff: 'Autumn festival.',
    deletedByDiff: null,
    onlyInDiff: 'A fresh wind.',
    leavesDiff: 'A passing guest.',
  },
}
const V2 = {
  main: {
    ...V1.main,
    changedOnce: 'The gate is open.',
    changedThenBack: 'The bridge is being repaired.',
    cosmetic: 'Red  moon',
    brokenByUpdate: 'Take %s and %d.',
    added: 'A new road.',
  } as Record<string, string>,
  diff: { inDiff: 'Autumn festival.', onlyInDiff: 'A fresh wind.', newlyInDiff: 'New rumours.' },
}
delete V2.main['deleted']
delete V2.main['deletedThenBack']
const V3 = {
  main: {
    ...V2.main,
    changedThenBack: V1.main.changedThenBack,
    deletedThenBack: V1.main.deletedThenBack,
  } as Record<string, string>,
  diff: V2.diff,
}
interface Version {
  readonly main: Readonly<Record<string, string>>
  readonly diff: Readonly<Record<string, string | null>>
}

/** Translations by row: layer, text, and the version's source that they were made for. */
const MACHINE: Readonly<Record<string, string>> = {
  same: 'Вітаю, {0}!',
  changedOnce: 'Брама зачинена.',
  changedThenBack: 'Міст зламано.',
  cosmetic: '#RЧервоний#E місяць',
  deletedThenBack: 'Запечатаний лист.',
  newlyInDiff: 'Старі чутки.',
  inDiff: 'Осіннє свято.',
  brokenByUpdate: 'Візьми %s.',
  leavesDiff: 'Проїжджий гість.',
}
const MANUAL: Readonly<Record<string, string>> = { same: 'Ласкаво просимо, {0}!', deleted: 'Порваний лист.' }
const PROPOSED: Readonly<Record<string, string>> = { onlyInDiff: 'Свіжий вітер.' }

const sourceOf = (version: Version, name: string): string | undefined =>
  name in version.diff ? (version.diff[name] ?? '') : version.main[name]
const namesOf = ({ main, diff }: Version): string[] => [...new Set([...Object.keys(main), ...Object.keys(diff)])]
/** In the versions of this story no text's markup breaks without its source changing, so fresh means usable. */
const isFresh = (version: Version, name: string): boolean => sourceOf(version, name) === sourceOf(V1, name)
const isTranslated = (name: string): boolean => name in MACHINE || name in MANUAL || name in PROPOSED
const gameText = (version: Version, name: string): string | undefined =>
  isFresh(version, name) ? (MANUAL[name] ?? PROPOSED[name] ?? MACHINE[name]) : undefined

function expectedTwins(version: Version): { main: Texts; diff: Texts } {
  const main = Object.entries(version.main).map(([name, text]) => {
    const isSource = text === sourceOf(version, name)
    return [name, (isSource ? gameText(version, name) : undefined) ?? text] as const
  })
  const diff = Object.entries(version.diff).map(([name, text]) => {
    return [name, text === null ? null : (gameText(version, name) ?? text)] as const
  })
  return { main: byId(Object.fromEntries(main)), diff: byId(Object.fromEntries(diff)) }
}

const world = programWorld()
afterAll(() => world.close())
const windrow = (...argv: string[]): Promise<string> => world.done(argv)
const windrowJson = (...argv: string[]): Promise<Json> => world.json(argv)
const windrowEnd = (...argv: string[]) => world.run(argv)

function writeVersion(name: string, version: Version): { main: string; diff: string } {
  const at = world.at(name)
  mkdirSync(at, { recursive: true })
  const put = (file: string, texts: Texts): string => {
    const entries = Object.entries(texts).map(([key, text]) => ({ id: key, text }))
    writeFileSync(join(at, file), buildContainer({ entries, shardCount: 4, level: 3 }))
    return join(at, file)
  }
  return { main: put('words_map', byId(version.main)), diff: put('words_map_diff', byId(version.diff)) }
}

const ask = (key: string, path: string, body?: unknown): ReturnType<typeof send> =>
  send(server.port, {
    method: body === undefined ? 'GET' : 'POST',
    path: `/api/v1${path}`,
    key,
    ...(body !== undefined && {
      body,
      headers: { 'Idempotency-Key': hashOf(JSON.stringify(body)) },
    }),
  })

async function translate(key: string, texts: Readonly<Record<string, string>>, more: object): Promise<Json> {
  const items = Object.entries(texts).map(([name, text]) => ({
    row_id: id(name),
    text,
    source_hash: hashOf(sourceOf(V1, name) ?? ''),
    ...more,
  }))
  const answer = await ask(key, '/translations', { items })
  expect(answer.json.data.items.map((item: Json) => item.ok)).toEqual(items.map(() => true))
  return answer.json
}

async function idsOf(state: string): Promise<string[]> {
  const { json } = await ask(secret, `/rows?state=${state}&limit=100`)
  return json.data.rows.map((row: Json) => row.row_id as string).toSorted()
}

async function exportInto(name: string, files: { main: string; diff: string }, ...more: string[]): Promise<Json> {
  const out = world.at(name)
  return await windrowJson('export', '--main', files.main, '--diff', files.diff, '--out', out, '--level', '3', ...more)
}

const twinsIn = async (name: string): Promise<{ main: Texts; diff: Texts }> => ({
  main: await textsOf(world.at(name, 'words_map')),
  diff: await textsOf(world.at(name, 'words_map_diff')),
})

const files = { v1: writeVersion('v1', V1), v2: writeVersion('v2', V2), v3: writeVersion('v3', V3) }
await windrow('import', '--main', files.v1.main, '--diff', files.v1.diff)
const secret = await world.person('mo', 'moderator')
const machineSecret = await world.person('ada', 'admin')
const server = await world.serve()
await translate(machineSecret, MACHINE, { layer: 'machine', provider: 'someone', model: 'some-model-1' })
await translate(secret, MANUAL, { layer: 'manual', mode: 'direct' })
const { data: proposed } = await translate(secret, PROPOSED, { layer: 'manual' })
await windrow('proposal', 'approve', String(proposed.items[0].proposal_id), '--as', 'ada')

describe('version 1, translated', () => {
  it('is exported with what the team has translated, and says how many rows came from where', async () => {
    const report = await exportInto('out1', files.v1)
    expect(await twinsIn('out1')).toEqual(expectedTwins(V1))
    expect(report.layers).toEqual({ manual: 3, machine: 8 })
    expect(report.fallback).toMatchObject({ untranslated: 2, overlaid: 2, stale: 0, template_differs: 0 })
    expect(report.files.map((file: Json) => [file.slot, file.entries, file.deletion_markers])).toEqual([
      ['main', Object.keys(V1.main).length, 0],
      ['diff', Object.keys(V1.diff).length, 1],
    ])
  })

  it('does not become the source: import and export refuse its files', async () => {
    const made = { main: world.at('out1', 'words_map'), diff: world.at('out1', 'words_map_diff') }
    const imported = await windrowEnd('import', '--main', made.main, '--diff', made.diff)
    const exported = await windrowEnd('export', '--main', made.main, '--out', world.at('out1b'))
    for (const end of [imported, exported]) {
      expect(end.code).toBe(1)
      expect(end.stderr).toContain("a translated file made by windrow; use the game's untouched file")
    }
    expect(existsSync(world.at('out1b'))).toBe(false)
    expect(await idsOf('stale')).toEqual([])
  })

  it('is never written over the untouched files', async () => {
    const before = readFileSync(files.v1.main)
    const end = await windrowEnd('export', '--main', files.v1.main, '--out', world.at('v1'), '--force')
    expect(end.code).toBe(1)
    expect(end.stderr).toContain('untouched game file itself')
    expect(readFileSync(files.v1.main).equals(before)).toBe(true)
  })
})

describe('version 2', () => {
  const stale = namesOf(V2).filter((name) => isTranslated(name) && !isFresh(V2, name))
  const retired = namesOf(V1).filter((name) => sourceOf(V2, name) === undefined)
  const changed = namesOf(V2).filter((name) => sourceOf(V1, name) !== undefined && !isFresh(V2, name))
  let report: Json

  beforeAll(async () => {
    const argv = ['import', '--main', files.v2.main, '--diff', files.v2.diff]
    const dry = await windrowJson(...argv, '--dry-run')
    report = await windrowJson(...argv, '--report', world.at('report.jsonl'))
    expect({ ...dry, seconds: 0 }).toEqual({ ...report, seconds: 0 })
  })

  it('reports what it changes, and what that does to translations', () => {
    expect(report.rows).toMatchObject({ added: 1, changed: changed.length, retired: retired.length, back: 0 })
    expect(report.changed_with_translation).toBe(changed.filter(isTranslated).length)
    expect(report.changed_cosmetic_only).toBe(1)
    expect(report.heads_now_stale).toBe(stale.length)
    expect(report.heads_now_invalid).toBe(1)
  })

  it('lists every affected row in the report', () => {
    const lines = readFileSync(world.at('report.jsonl'), 'utf8').trim().split('\n')
    const listed = lines.map((line) => JSON.parse(line))
    const of = (change: string): string[] =>
      listed
        .filter((line) => line.change === change)
        .map((line) => line.row_id as string)
        .toSorted()
    expect(of('changed')).toEqual(changed.map(id).toSorted())
    expect(of('retired')).toEqual(retired.map(id).toSorted())
    expect(of('added')).toEqual([id('added')])
  })

  it('shows stale rows through the API, and retired ones no more', async () => {
    expect(await idsOf('stale')).toEqual(stale.map(id).toSorted())
    for (const name of retired) {
      const answer = await ask(secret, `/rows/${id(name)}`)
      expect([answer.status, answer.json.error]).toEqual([404, 'entry_not_found'])
    }
    const { json } = await ask(secret, `/rows/${id('brokenByUpdate')}`)
    expect(json.data.row.layers.machine).toMatchObject({ freshness: 'stale', status: 'invalid' })
  })

  it('is exported with what still holds; the rest keeps the new texts', async () => {
    const counts = await exportInto('out2', files.v2)
    expect(await twinsIn('out2')).toEqual(expectedTwins(V2))
    expect(counts.fallback).toMatchObject({ stale: stale.length, template_differs: 0 })
  })

  it('with --stale takes old translations whose markup still fits, and no other', async () => {
    await exportInto('out2-stale', files.v2, '--stale')
    const old = stale.filter((name) => name !== 'brokenByUpdate')
    const { main, diff } = expectedTwins(V2)
    const withOld = (texts: Texts, own: Readonly<Record<string, unknown>>): Texts => {
      const taken = old.filter((name) => own[name] === sourceOf(V2, name))
      return { ...texts, ...byId(Object.fromEntries(taken.map((name) => [name, MACHINE[name] ?? '']))) }
    }
    expect(await twinsIn('out2-stale')).toEqual({ main: withOld(main, V2.main), diff: withOld(diff, V2.diff) })
  })

  it('into the old files writes only what is the same in both, and says so', async () => {
    const end = await windrowEnd(
      'export',
      '--main',
      files.v1.main,
      '--diff',
      files.v1.diff,
      '--out',
      world.at('out-old'),
    )
    expect(end.code).toBe(0)
    expect(end.stderr).toContain('import this file first')
    const { main } = await twinsIn('out-old')
    const expected = Object.entries(V1.main).map(([name, text]) => {
      const isSource = text === sourceOf(V2, name)
      return [name, (isSource ? gameText(V2, name) : undefined) ?? text] as const
    })
    expect(main).toEqual(byId(Object.fromEntries(expected)))
  })
})

describe('version 3, which takes some of it back', () => {
  it('brings rows and translations back as they were', async () => {
    const report = await windrowJson('import', '--main', files.v3.main, '--diff', files.v3.diff)
    expect(report.rows).toMatchObject({ added: 0, changed: 1, retired: 0, back: 1 })
    const stale = namesOf(V3).filter((name) => isTranslated(name) && !isFresh(V3, name))
    expect(await idsOf('stale')).toEqual(stale.map(id).toSorted())
    for (const name of ['changedThenBack', 'deletedThenBack']) {
      const { json } = await ask(secret, `/rows/${id(name)}`)
      expect(json.data.row.layers.machine).toMatchObject({ text: MACHINE[name], freshness: 'fresh', status: 'draft' })
    }
    await exportInto('out3', files.v3)
    expect(await twinsIn('out3')).toEqual(expectedTwins(V3))
  })

  it('leaves a store that agrees with itself', async () => expect((await windrowEnd('check')).code).toBe(0))
})

describe('a translated file of before', () => {
  it('comes in as localized text where its source still stands', async () => {
    const other = world.at('other')
    const twin = (file: string): string => world.at('out1', file)
    await done(['import', '--main', files.v1.main, '--diff', files.v1.diff, '--data', other])
    const localized = ['--localized', twin('words_map'), '--localized-diff', twin('words_map_diff')]
    const first = JSON.parse(await done(['import', ...localized, '--data', other, '--json']))
    expect(first.localized).toMatchObject({ written: 11, unknown: 0, invalid: 0, unchanged: { diff_priority: 2 } })
    const out = world.at('out-other')
    await done(['export', '--main', files.v1.main, '--diff', files.v1.diff, '--out', out, '--data', other])
    expect(readFileSync(join(out, 'words_map')).length).toBeGreaterThan(0)
    expect(await twinsIn('out-other')).toEqual(expectedTwins(V1))
  })
})
