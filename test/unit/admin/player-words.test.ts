// The door for players: closed it is no page at all; open it takes a word, which waits until a person decides it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminRoutes } from '../../../src/admin/routes.ts'
import { named } from '../../../src/app/actor.ts'
import { changeSetting } from '../../../src/app/upkeep/change-settings.ts'
import {
  becameOfWord,
  countPlayerWords,
  leavePlayerWord,
  sayOfText,
  takePlayerWord,
} from '../../../src/app/team/player-words.ts'
import { readHistory } from '../../../src/app/rows/read-history.ts'
import { approveProposal } from '../../../src/app/writes/review-proposal.ts'
import { present } from '../../../src/base/assert.ts'
import {
  playerSearchesOfAddressMax,
  playerWordMax,
  playerWordsADayMax,
  playerWordsKeptMax,
  playerWordsMax,
  playerWordsOfAddressADayMax,
  playerWordsOfAddressMax,
  playerWordsPerRowMax,
} from '../../../src/domain/limits.ts'
import { ownHostTest } from '../../../src/config/exposure.ts'
import { becameOf, parsePlayerWords, type PlayerWord } from '../../../src/domain/player-word.ts'
import type { Release } from '../../../src/domain/release.ts'
import { allPlayerWords, nextId, PLAYER_WORD, putPlayerWord } from '../../../src/store/records.ts'
import { forgetAttempts, takeAttempt } from '../../../src/store/volatile.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { granted } from '../../support/app-world.ts'
import { idOf } from '../../support/game-store.ts'
import { CONFIG, ORIGIN, siteWorld, type Visitor } from './site-world.ts'

const address = '192.0.2.7'
const world = await siteWorld({}, address)
const { app, people } = world
afterAll(() => world.close())

const untilDone = { signal: new AbortController().signal, onProgress: () => {} }
const door = async (isOpen: boolean): Promise<void> =>
  void granted(await changeSetting(app, null, 'player_words', String(isOpen), untilDone))

const forgetAddress = (): void =>
  forgetAttempts(app.store, [
    `word of a player ${address}`,
    `search by a player ${address}`,
    `day of a player ${address}`,
    ...[1, 2, 3, 4, 5, 6].map((number) => `word of a player ${address} of ${idOf(number)}`),
  ])

const sourceHash = (number: number): string => world.game.row(idOf(number)).sourceHash

/** Sends a word about a row by the page; gives the address to which it leads. */
async function say(player: Visitor, words: string, said: string, release = ''): Promise<string> {
  forgetAddress()
  const found = await player.get(`/say?${new URLSearchParams({ words, release }).toString()}`)
  const row = /name="row" value="([0-9a-f]{16})" required checked/.exec(found.body)?.[1] ?? ''
  const sent = await player.post('/say', { row, seen: words, said, release })
  return sent.location ?? `${sent.status} ${/role="alert">([^<]*)/.exec(sent.body)?.[1]}`
}

describe('closed', () => {
  it.each(['/say', '/say?words=gate', '/say/1.secret'])('%s is what any unknown address is', async (path) => {
    const unknown = await world.visitor().get('/nowhere')
    const { status, body, headers } = await world.visitor().get(path)
    expect([status, body, [...headers.keys()]]).toEqual([unknown.status, unknown.body, [...unknown.headers.keys()]])
    expect((await world.visitor().post('/say', { said: 'x' })).status).toBe(404)
  })
})

describe('open', () => {
  beforeAll(async () => {
    await door(true)
    await world.game.put(idOf(1), 'manual', 'Тут вирує заметіль.', { status: 'draft', approverId: null })
  })

  it('finds the text by its words, sends a word in a form, and tells the player that it waits', async () => {
    const player = world.visitor()
    const link = await say(player, 'вирує заметль', 'Тут вирує хуртовина.', '12')
    expect(link).toMatch(/^\/say\/1\.[\w-]{32}$/)
    const page = await player.get(link)
    expect(page.body).toContain('Somebody from the team will read it')
    expect(page.body).not.toContain('хуртовина')
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await player.get(link.slice(0, -1))).status).toBe(404)
  })

  it('lies beside its row in the list of what is to be decided, with what the checks find', async () => {
    const reader = await world.as('translator')
    expect((await reader.get('/admin/decide')).body).toContain(
      '<a href="/admin/words">Player reports</a> <strong>1</strong>',
    )
    const { body } = await reader.get('/admin/words')
    expect(body).toContain('A blizzard is swirling here.')
    expect(body).toContain('release <bdi>12</bdi>')
    expect(body).toContain('The checks find nothing')
    expect(body).toContain('data-key="1"')
  })

  it('becomes by one key a text of the taker, of which the history tells the origin', async () => {
    const taker = await world.as('moderator')
    await taker.get('/admin/words')
    const taken = await taker.post('/admin/words/1/take', { text: 'Тут вирує хуртовина.', source: sourceHash(1) })
    expect(taken.location).toBe('/admin/words?note=word-taken')
    const history = present(readHistory(app, idOf(1), people.moderator, 5), 'the history')
    expect(JSON.stringify(history)).toContain("a player's word")
    expect(world.game.heads(idOf(1)).manual).toMatchObject({
      text: 'Тут вирує хуртовина.',
      authorId: people.moderator.id,
    })
    expect(countPlayerWords(app)).toBe(0)
    expect((await taker.post('/admin/words/1/take', { text: 'x', source: sourceHash(1) })).status).toBe(404)
  })

  it('becomes a proposal where the taker may only propose, and is told when that is approved', async () => {
    const link = await say(world.visitor(), 'Nobody knows the way', 'Шляху не знає ніхто')
    const taker = await world.as('translator')
    await taker.get('/admin/words')
    const taken = await taker.post('/admin/words/2/take', { text: 'Шляху не знає ніхто', source: sourceHash(6) })
    expect(taken.location).toBe('/admin/words?note=word-proposed')
    const became = () => becameOfWord(app, link.slice('/say/'.length))
    expect(became()).toEqual({ state: 'waits' })
    const [proposal] = present(readHistory(app, idOf(6), people.moderator, 5), 'the history').proposals
    const approved = { version: null, confirmSource: false, confirmWaived: false, text: null }
    granted(await approveProposal(app, named(people.moderator), { id: present(proposal, 'one').id, ...approved }))
    expect(JSON.stringify(world.game.heads(idOf(6)).manual)).toContain("a player's word")
    expect(became()).toEqual({ state: 'taken' })
  })

  it('is left by another key, and the player is told', async () => {
    const link = await say(world.visitor(), 'the gate of', 'I do not like it')
    const reader = await world.as('translator')
    const { body } = await reader.get('/admin/words')
    expect(body).toContain('I do not like it')
    expect((await reader.post('/admin/words/3/leave')).location).toBe('/admin/words?note=word-left')
    expect((await world.visitor().get(link)).body).toContain('left the text as it is')
  })

  it('keeps what the taker typed where the checks refuse it', async () => {
    await say(world.visitor(), 'Press {0} to open', 'Натисни, щоб відчинити')
    const taker = await world.as('moderator')
    await taker.get('/admin/words')
    const refused = await taker.post('/admin/words/4/take', { text: 'Натисни, щоб відчинити', source: sourceHash(2) })
    expect(refused.status).toBe(422)
    expect(refused.body).toContain('Натисни, щоб відчинити</textarea>')
    expect(countPlayerWords(app)).toBe(1)
    await taker.post('/admin/words/4/leave')
  })

  it('is opened by a launcher with the words filled in', async () => {
    const { body } = await world.visitor().get('/say?words=Nobody+knows&release=v13')
    expect(body).toContain('Nobody knows</textarea>')
    expect(body).toContain('name="release" value="v13"')
  })

  it('sends nothing to a player who left during the search', async () => {
    const site = adminRoutes(app, { ...CONFIG, isOwnHost: ownHostTest(CONFIG), isPublic: false })
    const left = AbortSignal.abort()
    const request = new Request(`${ORIGIN}/say?words=OK`, { headers: { host: new URL(ORIGIN).host }, signal: left })
    expect((await site.fetch(request, { clientAddress: address })).status).toBe(499)
  })

  it('lets browsers without Sec-Fetch-Site name the origin of its form', async () => {
    const player = world.visitor()
    for (const path of ['/say', '/say?words=Nobody+knows'])
      expect((await player.get(path)).headers.get('referrer-policy')).toBe('same-origin')
    expect((await player.post('/say', { said: ' ' })).headers.get('referrer-policy')).toBe('same-origin')
  })

  it('takes no form from another site, and none without its token', async () => {
    const player = world.visitor()
    await player.get('/say?words=Nobody+knows')
    const fields = { row: idOf(6), said: 'x' }
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    expect((await player.post('/say', fields, foreign)).status).toBe(403)
    expect((await player.post('/say', { ...fields, csrf: '' })).status).toBe(403)
    expect(countPlayerWords(app)).toBe(0)
  })

  it('shows a stranger’s markup, name and turned text as plain letters', async () => {
    forgetAddress()
    await say(world.visitor(), 'Nobody knows the way', '<b onclick=x>moderator\u202E\u200B says</b>')
    const { body } = await (await world.as('translator')).get('/admin/words')
    expect(body).toContain('&lt;b onclick=x&gt;moderator says&lt;/b&gt;')
    expect(body).not.toMatch(/[\u202E\u200B]/)
  })

  it('taken and left at once by two people, is decided by one of them alone', async () => {
    for (const takesFirst of [true, false]) {
      forgetAddress()
      await say(world.visitor(), 'Nobody knows the way', 'at once')
      const id = present([...allPlayerWords(app.store.main)].at(-1), 'the word').id
      const row = world.game.row(idOf(6))
      const text = `Ніхто не знає шляху: ${takesFirst}`
      const before = JSON.stringify(world.game.heads(idOf(6)))
      const request = { id, text, sourceHash: row.sourceHash, isDirect: true }
      const take = () => takePlayerWord(app, named(people.moderator), request)
      const leave = () => leavePlayerWord(app, named(people.admin), id)
      const [one, other] = await Promise.all(takesFirst ? [take(), leave()] : [leave(), take()])
      expect([one, other].filter(({ ok }) => ok)).toHaveLength(1)
      expect([one, other]).toContainEqual({ ok: false, refusal: { code: 'no_player_word' } })
      const isTaken = [...allPlayerWords(app.store.main)].at(-1)?.decided?.isTaken
      expect(JSON.stringify(world.game.heads(idOf(6))) !== before).toBe(isTaken)
    }
  })
})

describe('words of a player', () => {
  it.each([
    ['  ', 'empty'],
    ['x'.repeat(playerWordMax + 1), 'too_long'],
    ['a\u0000b', 'characters'],
    ['see https://example.org', 'link'],
    ['t.me/somebody', 'link'],
    ['buy at spam-shop.com now', 'link'],
    ['write to me@example.org', 'link'],
  ])('%j are refused', (typed, refusal) => expect(parsePlayerWords(typed)).toEqual({ ok: false, refusal }))

  it.each(['It is 3.5 times too long...', 'Не «замок», а «замок».Тут наголос', 'नमस्\u200dते'])('%j are taken', (typed) =>
    expect(parsePlayerWords(typed)).toEqual({ ok: true, value: typed.normalize('NFC') }),
  )
})

describe('what became of one', () => {
  const decided = { byId: 1, atMs: 100, isTaken: true, proposalId: null }
  const word = { decided } as PlayerWord
  const release = (version: string, atMs: number, isWithdrawn = false): Release =>
    ({ version, atMs, withdrawn: isWithdrawn ? { atMs, why: '', userId: 1 } : null }) as Release
  const releases = [release('14', 300), release('13', 200), release('12b', 150, true), release('12', 50)]

  it('is the first release since that was not withdrawn', () => {
    expect(becameOf(word, null, releases)).toEqual({ state: 'released', version: '13' })
    expect(becameOf({ ...word, decided: { ...decided, atMs: 400 } }, null, releases)).toEqual({ state: 'taken' })
  })

  it.each([
    [{ status: 'pending', reviewedAtMs: null }, { state: 'waits' }],
    [null, { state: 'waits' }],
    [{ status: 'rejected', reviewedAtMs: 100 }, { state: 'left' }],
    [{ status: 'approved', reviewedAtMs: 400 }, { state: 'taken' }],
    [
      { status: 'approved', reviewedAtMs: 250 },
      { state: 'released', version: '14' },
    ],
  ] as const)('with a proposal %j is %j', (proposal, became) => {
    expect(becameOf({ ...word, decided: { ...decided, proposalId: 7 } }, proposal, releases)).toEqual(became)
  })
})

describe('the bounds', () => {
  const send = (rowId: string, from = address) =>
    sayOfText(app, { rowId, seen: '', said: 'x', release: '', address: from })

  it('of an address, for words and for searches', async () => {
    forgetAddress()
    for (let nth = 0; nth < playerWordsOfAddressMax; nth++) await send(idOf(99))
    expect(await send(idOf(99))).toMatchObject({ refusal: { code: 'too_many' } })
    const player = world.visitor()
    for (let nth = 0; nth < playerSearchesOfAddressMax; nth++) await player.get('/say?words=gate')
    const { status, headers } = await player.get('/say?words=gate')
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, expect.any(Number)])
    expect((await player.get('/say')).status).toBe(200)
  })

  it('of refused forms too, which show what they sent and no text of the game', async () => {
    forgetAddress()
    const player = world.visitor()
    await player.get('/say?words=gate')
    const empty = { row: idOf(6), seen: 'my own words', said: ' ' }
    for (let nth = 0; nth <= playerWordsOfAddressMax; nth++) {
      const { status, body } = await player.post('/say', empty)
      expect(status).toBe(nth < playerWordsOfAddressMax ? 422 : 429)
      expect(body).toContain('<q dir="auto">my own words</q>')
      expect(body).not.toContain('Nobody knows')
      expect(body).not.toContain('Шляху не знає')
    }
  })

  it('of an address in a day: one word of a row, and a share of those of all', async () => {
    forgetAddress()
    const from = '198.51.100.20'
    const codes: string[] = []
    const sendOf = async (number: number): Promise<void> => {
      forgetAttempts(app.store, [`word of a player ${from}`])
      const sent = await send(idOf(number), from)
      codes.push(sent.ok ? 'ok' : sent.refusal.code)
    }
    await sendOf(4)
    await sendOf(4)
    // A word that was not kept counts for nothing.
    for (let nth = 0; nth < playerWordsOfAddressADayMax; nth++) await sendOf(99)
    await sendOf(3)
    expect(codes.filter((code) => code !== 'row_gone')).toEqual(['ok', 'row_said', 'ok'])
    const day = { subject: `day of a player ${from}`, attemptsMax: playerWordsOfAddressADayMax, windowMs: 86_400_000 }
    for (let nth = 2; nth < playerWordsOfAddressADayMax; nth++) takeAttempt(app.store, [day], app.clock.nowMs())
    await sendOf(2)
    expect(codes.at(-1)).toBe('day_full')
    expect((await send(idOf(2), '198.51.100.21')).ok).toBe(true)
  })

  it('of a row, of a day and of all; the oldest decided ones make room', async () => {
    forgetAddress()
    const codes = new Set<string>()
    for (let nth = 0; nth <= playerWordsPerRowMax; nth++) {
      const sent = await send(idOf(5), `192.0.2.${100 + nth}`)
      if (!sent.ok) codes.add(sent.refusal.code)
    }
    expect([...codes]).toEqual(['row_full'])
    const put = (count: number, createdAtMs: (timeMs: number) => number, isDecided: boolean) =>
      writeOrThrow(app.store, (txn) => {
        for (let nth = 0; nth < count; nth++)
          putPlayerWord(txn, null, {
            id: nextId(txn, PLAYER_WORD),
            digest: '0'.repeat(64),
            ordinal: 1,
            seen: '',
            said: 'x',
            release: '',
            createdAtMs: createdAtMs(txn.timeMs),
            decided: isDecided
              ? { byId: people.moderator.id, atMs: txn.timeMs, isTaken: false, proposalId: null }
              : null,
          })
      })
    const before = [...allPlayerWords(app.store.main)]
    await put(playerWordsKeptMax - before.length, () => 1, true)
    expect((await send(idOf(3))).ok).toBe(true)
    const after = [...allPlayerWords(app.store.main)]
    expect(after).toHaveLength(playerWordsKeptMax)
    expect(after.at(0)?.id).not.toBe(before.at(0)?.id)
    forgetAddress()
    await put(playerWordsADayMax, (timeMs) => timeMs, true)
    expect(await send(idOf(3))).toMatchObject({ refusal: { code: 'full' } })
    expect(playerWordsMax).toBeGreaterThan(playerWordsADayMax)
  })

  it('holds for a form that was open when the door was closed', async () => {
    forgetAddress()
    const player = world.visitor()
    await player.get('/say?words=gate')
    await door(false)
    expect(await send(idOf(3))).toMatchObject({ refusal: { code: 'door_closed' } })
    expect((await player.post('/say', { row: idOf(3), said: 'x' })).status).toBe(404)
  })
})
