// The map of the database: no two tables share a place, and keys sort as their numbers do.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyAfter, keyOf, type Table, TABLES, u32, u48 } from '../../../src/store/keyspace.ts'
import { RECORD_TABLES } from '../../../src/store/records/kinds.ts'

test('every table has a number of its own', () => {
  const numbers = [...Object.values(TABLES), ...RECORD_TABLES.map(({ number }) => number)]
  expect(new Set(numbers).size).toBe(numbers.length)
  expect(RECORD_TABLES.filter(({ number }) => number < 1 || number >= TABLES.legacy)).toEqual([])
  const names = [...Object.keys(TABLES), ...RECORD_TABLES.map(({ name }) => name)]
  expect(new Set(names).size).toBe(names.length)
})

test('the drawing has every table that is no record, in key order', () => {
  const text = readFileSync(new URL('../../../src/store/keyspace.ts', import.meta.url), 'utf8')
  const drawn = [...text.matchAll(/^\/\/ {3}([a-z_]+) {2,}\S/gm)].map(([, name]) => name)
  expect(drawn).toEqual(Object.keys(TABLES).toSorted((a, b) => TABLES[a as Table] - TABLES[b as Table]))
})

test('keys compare as bytes in the order of their numbers', () => {
  const numbers = [0, 1, 255, 256, 65_535, 65_536, 2 ** 32 - 1]
  const keys = numbers.map((number) => keyOf('head', u32(number)))
  expect(keys.toSorted((a, b) => Buffer.compare(a, b))).toEqual(keys)
  const times = [0, 1, 1_795_185_264_543, 2 ** 48 - 1].map((time) => keyOf('changed', u48(time), u32(7)))
  expect(times.toSorted((a, b) => Buffer.compare(a, b))).toEqual(times)
})

test('the end of a prefix comes after every key that begins with it', () => {
  for (const prefix of [[5], [5, 255], [5, 7, 255, 255]]) {
    const end = keyAfter(Buffer.from(prefix))
    expect(Buffer.compare(end, Buffer.from([...prefix, 255, 255, 255]))).toBe(1)
    expect(Buffer.compare(end, Buffer.from(prefix))).toBe(1)
  }
})
