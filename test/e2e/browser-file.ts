// Where the browser of the site's tests is: named, Debian's, or the package's own, which is unpacked at its first use. Once for all
// files, before the first (vitest.config.ts): two of them unpacking it at once would start half a file.
import { existsSync } from 'node:fs'
import packed from '@sparticuz/chromium'

export async function browserFile(): Promise<string> {
  const named = process.env['WINDROW_CHROMIUM']
  if (named !== undefined) return named
  const debian = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) => existsSync(path))
  return debian ?? (await packed.executablePath())
}

export const setup = async (): Promise<void> => void (await browserFile())
