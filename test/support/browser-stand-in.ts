// A stand-in for the browser: a program that writes the address it is given into a file, and the reader of that file.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'vitest'
import { isWindowsProgram } from './program.ts'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BrowserStandIn {
  /** What windrow has to be started with. */
  readonly env: Readonly<Record<string, string>>
  /** The address that was opened as the `count`-th; waits for it. */
  opened(count: number): Promise<string>
  /** What the program was given, all of it. */
  given(): string
}

/** Where the page leads that hides a secret address from the list of processes; other addresses as they are. */
function behindPage(address: string): string {
  if (!address.startsWith('file:')) return address
  const page = fileURLToPath(address)
  expect(statSync(page).mode & 0o777).toBe(0o600)
  const [, url = ''] = /http-equiv="refresh" content="0; url=([^"]+)"/.exec(readFileSync(page, 'utf8')) ?? []
  return url.replaceAll('&amp;', '&')
}

/** Makes it in the folder; for the Windows program test/wine/prepare has made one (record-address.c). */
export function browserStandIn(folder: string): BrowserStandIn {
  const record = join(folder, 'opened.txt')
  const script = join(folder, 'browser.sh')
  writeFileSync(script, `#!/bin/sh\nprintf '%s\\n' "$1" >> "$ADDRESS_RECORD"\n`, { mode: 0o755 })
  const browser = isWindowsProgram ? join(process.env['WINEPREFIX'] ?? '', '../record-address.exe') : script
  return {
    given: () => readFileSync(record, 'utf8'),
    env: { WINDROW_BROWSER: browser, ADDRESS_RECORD: record },
    async opened(count) {
      for (let i = 0; i < 400; i++) {
        const lines = existsSync(record) ? readFileSync(record, 'utf8').split('\n') : []
        if (lines.length > count) return behindPage(lines[count - 1] as string)
        await sleep(50)
      }
      throw new Error('no browser was opened')
    },
  }
}
