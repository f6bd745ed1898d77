// Lists that people make longer end at their bound: one entry more is refused, or the first one leaves. The entries before it are
// written without the use cases, all at once.
import { afterEach, expect, it } from 'vitest'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { sayNotTerm } from '../../../src/app/not-terms.ts'
import { openSession } from '../../../src/app/people/sessions.ts'
import { changeGlossary } from '../../../src/app/upkeep/change-glossary.ts'
import type { App } from '../../../src/app/app.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { mentionsIn } from '../../../src/domain/discussion.ts'
import {
  mentionsPerCommentMax,
  notTermsMax,
  peopleMax,
  sessionsPerPersonMax,
  formsLengthMax,
  termLengthMax,
  termNoteLengthMax,
  termsMax,
} from '../../../src/domain/limits.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { putOfKind, takeIds } from '../../../src/store/records/kind.ts'
import { putNotTerm } from '../../../src/store/records/not-terms.ts'
import { USER } from '../../../src/store/records/people-and-keys.ts'
import { putSession, sessionsOfUser } from '../../../src/store/records/sessions.ts'
import { GLOSSARY_ENTRIES, raiseGeneration } from '../../../src/store/records/settings.ts'
import { readGlossary } from '../../../src/store/people.ts'
import type { Txn } from '../../../src/store/txn.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { granted, openAppWorld } from '../../support/app-world.ts'

inspectWrites(null)
const worlds: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

const person = (name: string) => ({ name, role: 'translator' as const, password: null })
const term = (source: string) => ({ source, forms: ['слово'], caseSensitive: false, doNotTranslate: false, note: '' })
const from1To = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1)

const LISTS: readonly {
  readonly list: string
  readonly max: number
  /** All but the last. */
  readonly fill: (txn: Txn, count: number) => void
  readonly add: (app: App, name: string) => Promise<unknown>
  readonly code: string
}[] = [
  {
    list: 'people',
    max: peopleMax,
    fill: ({ db }, count) => void takeIds(db, USER, count),
    add: (app, name) => addUser(app, null, person(name)),
    code: 'too_many_people',
  },
  {
    list: 'terms',
    max: termsMax,
    fill: (txn, count) => {
      for (const n of from1To(count))
        putOfKind(txn.db, GLOSSARY_ENTRIES, keyOf(GLOSSARY_ENTRIES.table, u32(n)), null, term(`word ${n}`))
      raiseGeneration(txn, 'glossary')
    },
    add: (app, name) => changeGlossary(app, null, { entries: [term(name)], how: 'merge', origin: name }),
    code: 'too_many_terms',
  },
  {
    list: 'names that are no terms',
    max: notTermsMax,
    fill: (txn, count) => {
      for (const n of from1To(count)) putNotTerm(txn, { key: `name ${n}`, name: `Name ${n}`, userId: null })
    },
    add: (app, name) => sayNotTerm(app, null, name),
    code: 'too_many_not_terms',
  },
]

it.each(LISTS)('of $list there are $max, and no more', async ({ max, fill, add, code }) => {
  const world = openAppWorld()
  worlds.push(world)
  await writeOrThrow(world.app.store, (txn) => fill(txn, max - 1))
  expect(await add(world.app, 'The heron')).toMatchObject({ ok: true })
  expect(await add(world.app, 'A gate')).toMatchObject({ ok: false, refusal: { code } })
})

it.each([
  ['longer than a term may be', term('w'.repeat(termLengthMax + 1))],
  ['nothing', term('')],
  ['a form that is too long', { ...term('gate'), forms: ['ф'.repeat(termLengthMax + 1)] }],
  ['more forms than a term may have', { ...term('gate'), forms: from1To(formsLengthMax).map(() => 'ф') }],
  ['a note that is too long', { ...term('gate'), note: 'n'.repeat(termNoteLengthMax + 1) }],
  ['a meaning that is too long', { ...term('gate'), facts: { meaning: 'n'.repeat(termNoteLengthMax + 1) } }],
])('a term of %s is refused, and the glossary stays as it was', async (_, entry) => {
  const world = openAppWorld()
  worlds.push(world)
  const forms = from1To(65).map((n) => `${n}`.padEnd(termLengthMax, 'ф'))
  const kept = { ...term('heron'), forms, note: 'n'.repeat(termNoteLengthMax) }
  granted(await changeGlossary(world.app, null, { entries: [kept], how: 'merge', origin: 'a test' }))
  const request = { entries: [term('door'), entry], how: 'replace', origin: 'a test' } as const
  expect(await changeGlossary(world.app, null, request)).toMatchObject({
    ok: false,
    refusal: { code: 'term_too_long' },
  })
  expect(readGlossary(world.app.store.main)).toEqual([kept])
})

it('of sessions a person has so many, and the first ones end', async () => {
  const world = openAppWorld()
  worlds.push(world)
  const { app, clock } = world
  const user = granted(await addUser(app, null, person('Olena')))
  await writeOrThrow(app.store, (txn) => {
    for (const n of from1To(sessionsPerPersonMax)) {
      const times = { createdAtMs: clock.ms - 1_000 + n, expiresAtMs: clock.ms + 3_600_000 }
      putSession(txn, sha256Hex(`session ${n}`), { userId: user.id, passwordMark: '', ...times })
    }
  })
  granted(await openSession(app, user, '127.0.0.1'))
  const left = sessionsOfUser(app.store.main, user.id)
  expect([left.length, left.includes(sha256Hex('session 1')), left.includes(sha256Hex('session 2'))]).toEqual([
    sessionsPerPersonMax,
    false,
    true,
  ])
})

it('of mentions the first ones in a comment count', () => {
  const people = from1To(mentionsPerCommentMax + 1).map((id) => ({ id, name: `P${id}` }))
  const text = people.map(({ name }) => `@${name}`).join(' ')
  expect(mentionsIn(text, people)).toEqual(from1To(mentionsPerCommentMax))
})
