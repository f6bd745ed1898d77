// An agent on an open store and one behind a server: what they are given, what becomes of their texts, and when they wait.
// Both are held to the same answers.
import { named } from '../../../src/app/actor.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Agent, AgentRefused, type AgentText, type TakeRows } from '../../../src/agent/agent.ts'
import { localAgent } from '../../../src/agent/local.ts'
import { withOfficial } from '../../../src/agent/with-official.ts'
import { parseTextLine, rowLine } from '../../../src/agent/text-lines.ts'
import { remoteAgent } from '../../../src/agent/remote.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import type { Role } from '../../../src/domain/vocabulary.ts'
import { listen, type Listener } from '../../../src/runtime/listen.ts'
import { buildServer } from '../../../src/server.ts'
import { idOf } from '../../support/game-store.ts'
import { plainConfig } from '../../support/plain-config.ts'
import { importOfficial } from '../../support/import-slots.ts'
import { openV1App, type V1App } from '../../support/v1-app.ts'

const WORK: TakeRows = { work: 'none', source: 'all', limit: 10, seconds: 60 }
const ORIGIN = { provider: 'p', model: 'm', copies: false }

let world: V1App
let server: Listener
let pauses: number[]
beforeEach(async () => {
  world = openV1App()
  pauses = []
  const config = plainConfig()
  const { fetch, answerAtOnce } = buildServer(world.app, config)
  server = await listen(fetch, config, answerAtOnce)
})
afterEach(async () => {
  await server.close()
  await world.close()
})

const pause = async (seconds: number): Promise<void> => void pauses.push(seconds)
const patience = { pause, secondsMax: 10 }

let keys = 0
const newKey = (): string => `key ${++keys}`

const WAYS = {
  local: async (role: Role, name: string): Promise<Agent> => {
    const { user } = await world.person(name, role)
    return localAgent(world.app, named(user), patience)
  },
  remote: async (role: Role, name: string): Promise<Agent> => {
    const { secret } = await world.person(name, role)
    return remoteAgent({ url: server.url, key: secret }, patience, newKey)
  },
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => ({ id: idOf(from + i), text: `Gate ${from + i} is %s now` }))
const text = (number: number, words: string, more: Partial<AgentText> = {}): AgentText => ({
  rowId: idOf(number),
  text: words,
  sourceHash: null,
  replaces: null,
  ...more,
})

describe.each(Object.entries(WAYS))('%s', (_, make) => {
  const agentOf = (role: Role, name: string = role): Promise<Agent> => make(role, name)

  describe('rows to work on', () => {
    it('come with tokens to keep, terms, copies, and nobody else gets them', async () => {
      await world.importFiles([...lines(1, 12), { id: idOf(13), text: 'Gate 12 is %s now' }])
      const entry = { source: 'gate', forms: ['брам*'], caseSensitive: false, doNotTranslate: false, note: '' }
      await changeGlossary(world.app, null, { entries: [entry], how: 'replace', origin: 'here' })
      const [agent, other] = [await agentOf('admin'), await agentOf('admin', 'other')]
      const taken = await agent.takeRows(WORK)
      expect(taken).toMatchObject({ left: 3, heldByOthers: 0, retryAfterSeconds: null })
      expect(taken.rows).toHaveLength(10)
      expect(taken.rows[0]).toMatchObject({
        rowId: idOf(1),
        source: 'Gate 1 is %s now',
        keep: { '%s': 1 },
        copies: 1,
        previous: null,
        terms: [entry],
      })
      const rest = await other.takeRows(WORK)
      expect(rest.rows.map(({ rowId, copies }) => [rowId, copies])).toEqual([
        [idOf(11), 1],
        [idOf(12), 2],
        [idOf(13), 2],
      ])
      expect(await agent.giveBack(taken.claim?.id ?? '')).toBe(true)
      expect(await agent.renew(taken.claim?.id ?? '', 60)).toBeNull()
      expect((await other.takeRows(WORK)).rows).toHaveLength(10)
    })

    it('bring the official texts along in the languages that are asked for, and are not claimed for an unknown one', async () => {
      await world.importFiles(lines(1, 3))
      await importOfficial(world.app, {
        de: { [idOf(1)]: 'Tor 1', [idOf(2)]: 'Tor 2' },
        ja: { [idOf(1)]: '門' },
        fr: { [idOf(9)]: 'Porte' },
      })
      const agent = await agentOf('admin')
      const [none] = await agent.readRows([idOf(1)])
      expect(none?.official).toBeUndefined()
      await expect(withOfficial(agent, ['de', 'xx']).takeRows(WORK)).rejects.toThrow(
        /no official texts in xx; known are de, fr, ja/,
      )
      const taken = await withOfficial(agent, ['ja', 'de']).takeRows(WORK)
      expect(taken.rows.map(({ official }) => official)).toEqual([
        [
          { language: 'ja', text: '門' },
          { language: 'de', text: 'Tor 1' },
        ],
        [{ language: 'de', text: 'Tor 2' }],
        [],
      ])
      expect(taken.rows.map((row) => rowLine('1', row, false))[0]).toContain('\t[ja: 門]\t[de: Tor 1]')
      expect(parseTextLine(`${idOf(1)}\tБрама\t[ja: 門]\t[pt_br: x]`)).toMatchObject({ value: { text: 'Брама' } })
    })

    it('are those of a filter, when one is given', async () => {
      await world.importFiles(lines(1, 5))
      const agent = await agentOf('admin')
      const taken = await agent.takeRows({ ...WORK, filter: 'layer=none&from=2&to=3' })
      expect([taken.rows.map(({ rowId }) => rowId), taken.left]).toEqual([[idOf(2), idOf(3)], 0])
    })

    it('have what is settled: texts of the same source, and approved examples of their terms', async () => {
      await world.importFiles([...lines(1, 3), { id: idOf(4), text: 'Gate 1 is %s now' }])
      const entry = { source: 'gate', forms: ['брам*'], caseSensitive: false, doNotTranslate: false, note: '' }
      await changeGlossary(world.app, null, { entries: [entry], how: 'replace', origin: 'here' })
      const { secret } = await world.person('writer', 'moderator')
      const item = { row_id: idOf(1), layer: 'manual', mode: 'direct', text: 'Брама 1 є %s' }
      const items = [{ ...item, source_hash: sha256Hex('Gate 1 is %s now') }]
      expect((await world.post('/translations', secret, { items }, 'b')).json.meta.written).toBe(1)
      const agent = await agentOf('admin')
      const { signal } = new AbortController()
      const known = { text: 'Брама 1 є %s', layer: 'manual', status: 'approved', rows: 1 }
      expect(await agent.known([idOf(4), idOf(2)], signal)).toEqual({
        texts: [{ rowId: idOf(4), ...known }],
        like: [{ rowId: idOf(2), source: 'Gate 1 is %s now', text: 'Брама 1 є %s', percent: 100 }],
        examples: [{ term: 'gate', source: 'Gate 1 is %s now', text: 'Брама 1 є %s' }],
      })
      expect(await agent.known([idOf(1)], signal)).toEqual({ texts: [], like: [], examples: [] })
      const rows = await agent.readRows([idOf(1), idOf(2)])
      expect(await agent.earlier(rows)).toEqual([{ source: 'Gate 1 is %s now', text: 'Брама 1 є %s', percent: 100 }])
    })

    it('are filled from memory instead: asked for, and before they are given out', async () => {
      await world.importFiles([1, 2, 3, 4].map((number) => ({ id: idOf(number), text: 'Gate is %s now' })))
      const agent = await agentOf('admin')
      await agent.write([text(1, 'Брама тепер %s')], ORIGIN)
      expect(await agent.remember([1, 2].map(idOf))).toEqual({ filled: [idOf(2)], done: [idOf(1)] })
      const [row] = await agent.readRows([idOf(2)])
      expect(row?.layers.machine).toMatchObject({ text: 'Брама тепер %s', provider: 'windrow', model: 'memory' })
      expect(await agent.takeRows(WORK)).toMatchObject({ claim: null, rows: [], remembered: 2 })
      expect((await agent.readRows([idOf(4)]))[0]?.layers.machine?.model).toBe('memory')
      await changeSetting(world.app, null, 'memory', 'off')
      await world.importFiles([1, 2, 3, 4, 5].map((number) => ({ id: idOf(number), text: 'Gate is %s now' })))
      expect(await agent.remember([idOf(5)])).toEqual({ filled: [], done: [] })
      expect(await (await agentOf('translator')).remember([idOf(4), idOf(5)])).toEqual({ filled: [], done: [] })
    })

    it('are found by id, around a row, page by page and by their texts', async () => {
      await world.importFiles(lines(1, 5))
      const agent = await agentOf('user')
      const ids = (rows: readonly { rowId: string }[]) => rows.map(({ rowId }) => rowId)
      expect(ids(await agent.readRows([idOf(4), idOf(9), idOf(2)]))).toEqual([idOf(4), idOf(2)])
      expect(ids(await agent.readAround(idOf(2), 2))).toEqual([idOf(1), idOf(2), idOf(3), idOf(4)])
      expect(await agent.readAround(idOf(9), 2)).toEqual([])
      const first = await agent.listRows({ state: 'all', source: 'all', after: 0, limit: 3 })
      expect([ids(first.rows), first.next]).toEqual([[idOf(1), idOf(2), idOf(3)], 3])
      const filtered = { state: 'all', source: 'all', filter: 'layer=none&model=&from=4', after: 0, limit: 3 } as const
      expect(ids((await agent.listRows(filtered)).rows)).toEqual([idOf(4), idOf(5)])
      const page = { wholeWords: false, state: 'all', source: 'all', after: 0, limit: 5 } as const
      const found = async (text: string, filter?: string) => {
        const signal = new AbortController().signal
        return await agent.search({
          ...page,
          text,
          fields: ['source'],
          signal,
          ...(filter !== undefined && { filter }),
        })
      }
      const five = await found('"5" gate')
      expect([ids(five.rows), five.next]).toEqual([[idOf(5)], null])
      expect(ids((await found('gate', 'from=2&to=3')).rows)).toEqual([idOf(2), idOf(3)])
      expect(ids((await found('gate', 'job=stale')).rows)).toEqual([])
    })
  })

  describe('texts', () => {
    it('of an admin are machine texts, and sent again change nothing', async () => {
      await world.importFiles(lines(1, 3))
      const agent = await agentOf('admin')
      const texts = [text(1, 'Брама 1: %s'), text(2, 'Брама 2'), text(9, 'x')]
      const { outcomes, quota, stopped } = await agent.write(texts, ORIGIN)
      expect(outcomes.map(({ status, errors }) => [status, errors[0]?.code, errors[0]?.rule])).toEqual([
        ['written', undefined, undefined],
        ['rejected', 'markup_functional_breakage', 'TAGS_01'],
        ['rejected', 'entry_not_found', null],
      ])
      expect(outcomes[1]?.errors[0]?.details).toMatchObject({ missing: { '%s': 1 }, agent_action: 'retranslate' })
      expect([quota?.used, stopped]).toEqual([1, null])
      const again = await agent.write(texts.slice(0, 1), ORIGIN)
      expect(again.outcomes).toMatchObject([{ status: 'unchanged', reason: 'same_text' }])
      expect((await agent.readRows([idOf(1)]))[0]?.layers.machine).toMatchObject({
        revision: 1,
        text: 'Брама 1: %s',
        freshness: 'fresh',
        provider: 'p',
        model: 'm',
      })
      expect(await agent.status()).toMatchObject({ writes: 'machine', rows: 3, untranslated: 2, stale: 0 })
    })

    it('of a translator are proposals', async () => {
      await world.importFiles(lines(1, 1))
      const agent = await agentOf('translator')
      expect((await agent.check([text(1, 'Брама 1: %s')]))[0]?.status).toBe('proposed')
      expect((await agent.write([text(1, 'Брама 1: %s')], ORIGIN)).outcomes[0]?.status).toBe('proposed')
      expect((await agent.readRows([idOf(1)]))[0]?.pendingProposals).toBe(1)
    })

    it('of a source that has changed are refused, by its whole hash or the beginning of it', async () => {
      await world.importFiles(lines(1, 1))
      const agent = await agentOf('admin')
      const hash = (await agent.readRows([idOf(1)]))[0]?.sourceHash ?? ''
      const good = 'Брама 1: %s'
      const checked = await agent.check([
        text(1, good, { sourceHash: hash.slice(0, 8) }),
        text(1, good, { sourceHash: hash }),
        text(1, good, { sourceHash: '00000000' }),
      ])
      expect(checked.map(({ status, errors }) => errors[0]?.code ?? status)).toEqual([
        'written',
        'written',
        'stale_source',
      ])
      expect(checked[2]?.errors[0]?.details['current_source_text']).toBe('Gate 1 is %s now')
    })

    it('replace another text only when told to, and only the one that was seen', async () => {
      await world.importFiles(lines(1, 1))
      const agent = await agentOf('admin')
      const write = async (words: string, replaces: AgentText['replaces']) =>
        (await agent.write([text(1, words, { replaces })], ORIGIN)).outcomes[0]
      await write('Перша %s', null)
      expect(await write('Друга %s', null)).toMatchObject({ status: 'unchanged', reason: 'already_filled' })
      expect((await write('Друга %s', 0))?.errors[0]).toMatchObject({
        code: 'stale_head',
        details: { head: { revision: 1 } },
      })
      expect((await write('Друга %s', 1))?.status).toBe('written')
      expect((await write('Третя %s', 'any'))?.status).toBe('written')
    })

    it('are kept by a second reader, or replaced by one who quotes them', async () => {
      await world.importFiles(lines(1, 3))
      const agent = await agentOf('admin')
      await agent.write(
        [1, 2, 3].map((number) => text(number, `Брама ${number}: %s`)),
        ORIGIN,
      )
      const read = { ...ORIGIN, model: 'reader' }
      const { outcomes } = await agent.write(
        [
          text(1, 'Брама 1: %s', { replaces: 1, fault: '' }),
          text(2, 'Ворота 2: %s', { replaces: 1, fault: 'Брама' }),
          text(3, 'Ворота 3: %s', { replaces: 1, fault: 'Вікно' }),
        ],
        read,
      )
      expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual(['written', 'written', 'unquoted'])
      const rows = await agent.readRows([1, 2, 3].map(idOf))
      expect(rows.map(({ layers: { machine } }) => [machine?.text, machine?.status, machine?.model])).toEqual([
        ['Брама 1: %s', 'reviewed', ORIGIN.model],
        ['Ворота 2: %s', 'draft', 'reader'],
        ['Брама 3: %s', 'draft', ORIGIN.model],
      ])
    })

    it('go to the rows with the same source when asked to', async () => {
      await world.importFiles([...lines(1, 1), { id: idOf(2), text: 'Gate 1 is %s now' }])
      const agent = await agentOf('admin')
      const { outcomes } = await agent.write([text(1, 'Брама 1: %s')], { ...ORIGIN, copies: true })
      expect(outcomes[0]).toMatchObject({ status: 'written', copies: { written: 1, refused: 0, left: 0 } })
    })

    it('are cut to what the quota has left, and the rest is named', async () => {
      await world.importFiles(lines(1, 5))
      const untilDone = { signal: new AbortController().signal, onProgress: () => {} }
      await changeSetting(world.app, null, 'daily_row_quota_admin', '3', untilDone)
      const agent = await agentOf('admin')
      const texts = [1, 2, 3, 4, 5].map((number) => text(number, `Брама ${number}: %s`))
      const { outcomes, stopped } = await agent.write(texts, ORIGIN)
      expect(outcomes.map(({ status }) => status)).toEqual(['written', 'written', 'written'])
      expect(stopped?.refusal).toMatchObject({ code: 'daily_row_quota_exceeded', retryAfterSeconds: null })
      expect(pauses).toEqual([])
    })

    it('nobody may write without an ability for it', async () => {
      await world.importFiles(lines(1, 1))
      const agent = await agentOf('user')
      expect((await agent.write([text(1, 'x %s')], ORIGIN)).stopped?.refusal.code).toBe('forbidden_ability')
      await expect(agent.takeRows(WORK)).rejects.toThrow(AgentRefused)
    })
  })
})

describe('a server', () => {
  const remote = (url: string, key = 'wdr_nobody') => remoteAgent({ url, key }, patience, newKey)
  const refusalOf = async (agent: Agent) => {
    const error: unknown = await agent.status().catch((thrown: unknown) => thrown)
    return error instanceof AgentRefused ? error.refusal : null
  }

  it('that is not there is asked three times, then the refusal says so', async () => {
    const { url } = server
    await server.close()
    expect(await refusalOf(remote(url))).toMatchObject({ code: 'unreachable', details: { retriable: true } })
    expect(pauses).toEqual([1, 3])
    const config = plainConfig()
    server = await listen(() => new Response('hello'), config)
  })

  it('that is no windrow is named, and a wrong key has the words of the API', async () => {
    const config = plainConfig()
    const other = await listen(() => new Response('<h1>hello</h1>'), config)
    expect(await refusalOf(remote(other.url))).toMatchObject({ code: 'no_answer', details: { retriable: false } })
    await other.close()
    expect(await refusalOf(remote(server.url))).toMatchObject({ code: 'invalid_key', retryAfterSeconds: null })
  })

  it('whose minute is full is waited for as long as it says, and a text counts once', async () => {
    await world.importFiles(lines(1, 1))
    const { user } = await world.person('a', 'admin', { rate: 2 })
    const agent = remoteAgent(
      { url: server.url, key: `wdr_${sha256Hex('a').slice(0, 60)}` },
      { secondsMax: 100, pause: async (seconds) => void (pauses.push(seconds), (world.clock.ms += seconds * 1000)) },
      newKey,
    )
    const { outcomes, quota } = await agent.write([text(1, 'Брама 1: %s')], ORIGIN)
    expect([outcomes[0]?.status, quota?.used, user.name]).toEqual(['written', 1, 'a'])
    expect(pauses).toHaveLength(1)
  })
})
