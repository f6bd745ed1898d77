import { expect, it } from 'vitest'
import { lostName, oldOf, presentOf } from '../../../src/cli/commands/program/old-program.ts'

it.each([
  ['/opt/windrow', '/opt/windrow.old'],
  ['C:\\w\\windrow-windows-x64.exe', 'C:\\w\\windrow-windows-x64.old.exe'],
])('%s becomes %s and is found by it', (program, old) => {
  expect(oldOf(program)).toBe(old)
  expect(presentOf(old)).toBe(program)
  expect(presentOf(program)).toBeNull()
  expect(lostName(old, () => false)).toBe(program)
  expect(lostName(old, (path) => path === program)).toBeNull()
  expect(lostName(program, () => false)).toBeNull()
})
