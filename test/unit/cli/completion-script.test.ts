// The completion for PowerShell, which no test can run here: its words are those of the command table, and its text is whole. The
// shells that can be had are asked in test/recipes.
import { describe, expect, it } from 'vitest'
import { completionScript } from '../../../src/cli/commands/upkeep/completion.ts'
import { COMMANDS } from '../../../src/cli/commands.ts'

const script = completionScript('powershell', COMMANDS)
const wordsOf = (path: string): readonly string[] | null => {
  const line = script.split('\n').find((each) => each.startsWith(`$global:WindrowWords['${path}'] = @(`))
  return line === undefined
    ? null
    : [...line.slice(line.indexOf('@(')).matchAll(/'([^']*)'/g)].map(([, word = '']) => word)
}

describe('windrow completion powershell', () => {
  it('has the words that may follow', () => {
    expect(wordsOf('')).toEqual(expect.arrayContaining(['serve', 'key', 'completion']))
    expect(wordsOf('key')).toContain('create')
    expect(wordsOf('key create')).toContain('--user')
    expect(wordsOf('user add --role')).toContain('translator')
    expect(wordsOf('completion')).toContain('powershell')
    expect(wordsOf('import --main')).toEqual([])
    expect(wordsOf('nothing')).toBeNull()
  })

  it('opens nothing that it does not close, and quotes every word', () => {
    const code = script.replace(/'[^']*'|"[^"]*"/g, '')
    for (const [open = '', close = ''] of ['()', '{}', '[]'])
      expect([open, code.split(open).length]).toEqual([open, code.split(close).length])
    const table = script.split('\n').filter((line) => line.startsWith('$global:WindrowWords['))
    expect(
      table.filter((line) => !/^\$global:WindrowWords\['[a-z0-9 -]*'\] = @\(('[^'\s]+'(, '[^'\s]+')*)?\)$/.test(line)),
    ).toEqual([])
  })
})
