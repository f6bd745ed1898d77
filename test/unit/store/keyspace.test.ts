// The map of the database is complete, and keys sort as their numbers do.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { keyAfter, keyOf, MAIN_TABLES, TABLES, u32, u48 } from '../../../src/store/file/keyspace.ts'
import { RECORD_TABLES } from '../../../src/store/records/kinds.ts'

test('the drawing has every table, in the order of their numbers; those of main are below the others or above', () => {
  const text = readFileSync(new URL('../../../src/store/records/kinds.ts', import.meta.url), 'utf8')
  const drawn = [...text.matchAll(/^ {4}(\d+): '([a-z_]+)' \/\/ \S/gm)].map(([, number, name]) => [
    Number(number),
    name,
  ])
  const records = RECORD_TABLES.map(({ number, name }) => [number, name] as const)
  const others = Object.entries(TABLES).map(([name, number]) => [number, name] as const)
  expect(drawn).toEqual([...records, ...others].toSorted(([a], [b]) => a - b))
  const ofMain = [...records, ...Object.entries(MAIN_TABLES).map(([name, number]) => [number, name] as const)]
  expect(ofMain.filter(([number]) => number >= TABLES.legacy && number < 128)).toEqual([])
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
