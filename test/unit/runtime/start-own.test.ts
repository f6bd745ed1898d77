// Processes of this program beside this one.
import { getPriority } from 'node:os'
import { expect, it } from 'vitest'
import { behindOthers } from '../../../src/runtime/give-way.ts'
import { startOwn } from '../../../src/runtime/start-own.ts'
import { temporaryFolder } from '../../support/program.ts'

it('go behind those who wait for an answer', async () => {
  const folder = temporaryFolder()
  const { child, ended } = startOwn(folder.path, ['--version'])
  expect(getPriority(child.pid)).toBe(Math.max(getPriority(), behindOthers))
  await ended
  folder.remove()
})
