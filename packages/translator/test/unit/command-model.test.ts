// A model that is a program: what it is given, how it fails, and that nobody waits for it when its run is over.
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commandModel } from '../../src/models/command-model.ts'
import { emptyFolder } from '../../../../test/support/empty-folder.ts'

const { at, read } = emptyFolder('file')
const prompt = { system: 'You translate.', user: '1\tGate', count: 1 }
const ask = (command: string, signal = new AbortController().signal) =>
  commandModel(command, process.env).ask(prompt, signal)

it('reads the prompt on its standard input and answers on its standard output', async () => {
  expect((await ask('cat')).text).toBe('You translate.\n\n1\tGate\n')
})

it.each([
  ['no-such-program-at-all', false],
  ['echo tired >&2; exit 3', true],
])('%s has failed, and whether again is worth it is known', async (command, isWorthAgain) => {
  await expect(ask(command)).rejects.toMatchObject({ isPassing: isWorthAgain })
})

it.runIf(process.platform === 'linux')('is not waited for when the run is over, whatever it has started', async () => {
  const number = at('number')
  const stop = new AbortController()
  const asked = ask(`setsid sh -c 'echo $$ > "${number}"; exec sleep 600' & wait`, stop.signal)
  await expect.poll(() => (existsSync(number) ? read('number') : '')).toMatch(/^\d+\n$/)
  stop.abort(new Error('the run is over'))
  await expect(asked).rejects.toThrow('the run is over')
  process.kill(Number(read('number')), 'SIGKILL')
})
