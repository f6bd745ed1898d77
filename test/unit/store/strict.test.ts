// StrictMode: a write that leaves a fault throws what was found and is undone; one that finds an older fault there does not.
import { afterAll, expect, it } from 'vitest'
import { addUser } from '../../../src/app/people/manage-users.ts'
import { strictly } from '../../../src/store/check/strict.ts'
import { writeOrThrow } from '../../../src/store/write.ts'
import { inspectWrites } from '../../../src/store/door/writer.ts'
import { keyOf, u32 } from '../../../src/store/file/keyspace.ts'
import { allUsers, USERS } from '../../../src/store/records/people-and-keys.ts'
import { openAppWorld } from '../../support/app-world.ts'

inspectWrites(strictly)
const world = openAppWorld()
afterAll(() => world.close())

const key = keyOf(USERS.table, u32(1))
const damage = Buffer.from('damage')

it('a write that damages a record throws what was found, and nothing of it is stored', async () => {
  const { app } = world
  await addUser(app, null, { name: 'ann', role: 'admin', password: null })
  const write = writeOrThrow(app.store, ({ db }) => void db.put(key, damage))
  await expect(write).rejects.toThrow('a write left the store damaged:\nuser, user 1: is not a record (damaged bytes)')
  expect([...allUsers(app.store.main)].map(({ name }) => name)).toEqual(['ann'])
})

it('a write beside an older fault goes on, and one that mends it', async () => {
  const { store } = world.app
  const good = Buffer.from(store.main.getBinary(key) as Buffer)
  store.main.transactionSync(() => void store.main.put(key, damage))
  const mark = keyOf('meta', 'generation_settings')
  const again = strictly()
  store.main.transactionSync(() => again(store.main, () => void store.main.put(mark, Buffer.from('7'))))
  store.main.transactionSync(() => again(store.main, () => void store.main.put(key, good)))
  await writeOrThrow(store, ({ db }) => void db.put(mark, Buffer.from('8')))
  expect([...allUsers(store.main)].map(({ name }) => name)).toEqual(['ann'])
})
