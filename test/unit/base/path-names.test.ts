import { describe, expect, test } from 'vitest'
import { isDeviceName, isNetworkPath, pathFault } from '../../../src/base/path-names.ts'

const GOOD = [
  'windrow-data',
  'C:\\Games\\windrow data',
  'C:/Games/windrow',
  'C:data',
  'D:\\',
  '..\\data',
  '.',
  '\\\\server\\share\\backups',
  '\\\\?\\C:\\a very long one',
  'Мої ігри\\дані 数据',
  'console\\nullify\\com10\\auxiliary',
]
test.each(GOOD)('%s is a good name on Windows', (path) => expect(pathFault(path, 'win32')).toBeNull())

test.each([
  ['CON', /name CON,/],
  ['C:\\data\\nul', /name nul,/],
  ['prn.txt', /name prn\.txt,/],
  ['aux .old\\data', /name aux \.old,/],
  ['COM1\\data', /name COM1,/],
  ['lpt9.log', /name lpt9\.log,/],
  ['data|more', /has \|,/],
  ['what?.jsonl', /has \?,/],
  ['C:\\a:b', /has :,/],
  ['data.', /"data\."; Windows drops/],
  ['data \\main', /"data "; Windows drops/],
])('%s is none on Windows, and is one elsewhere', (path, said) => {
  expect(pathFault(path, 'win32')).toMatch(said)
  expect(pathFault(path, 'linux')).toBeNull()
})

test.each(['win32', 'linux', 'darwin'] as const)('a control character is none on %s', (platform) => {
  // "C:\temp\new" in a JSON file
  expect(pathFault('C:\temp\new', platform)).toMatch(/^has a control character; write each backslash twice/)
  expect(pathFault('a\u0000b', platform)).toMatch(/control character/)
})

describe('devices', () => {
  test.each(['con', 'Con.txt', 'NUL', 'nul.tar.gz', 'COM¹', 'CONIN$', 'lpt0 '])('%s is one', (name) =>
    expect(isDeviceName(name)).toBe(true),
  )
  test.each(['icon', 'con1', 'nulls.txt', 'com', 'com12', '.con', 'a.nul'])('%s is none', (name) =>
    expect(isDeviceName(name)).toBe(false),
  )
})

test.each([
  ['\\\\server\\share', true],
  ['//server/share/data', true],
  ['\\\\?\\UNC\\server\\share', true],
  ['\\\\?\\C:\\data', false],
  ['\\\\.\\C:\\data', false],
  ['C:\\data', false],
  ['\\data', false],
])('%s is a folder of another computer: %s', (path, expected) => {
  expect(isNetworkPath(path, 'win32')).toBe(expected)
  expect(isNetworkPath(path, 'linux')).toBe(false)
})
