// Announces a server that is ready: the line for programs on stdout, the next step for people on stderr.
import { resolve } from 'node:path'
import type { App } from '../../../app/app.ts'
import { countRows } from '../../../app/rows/read-row.ts'
import type { CommandContext } from '../../command.ts'

/** Follows the address: lines, or members of the document under --json. */
export interface Announcement {
  readonly lines: (url: string) => readonly string[]
  readonly members: Readonly<Record<string, unknown>>
  /** They hold a secret that is shown once: half a sentence for when nobody has seen it. */
  readonly remedy?: string
}

export const NOTHING_MORE: Announcement = { lines: () => [], members: {} }

export const siteOf = (url: string): string => `${url}/admin/`

export const setupUrlOf = (url: string, code: string): string => `${url}/admin/setup?code=${code}`

/** The document is on one line, for programs that read until the first line end. */
export async function announce(
  context: CommandContext,
  url: string,
  setupUrl: string | null,
  more: Announcement,
): Promise<void> {
  const document = { url, ...more.members, setup_url: setupUrl }
  const lines = context.json ? [JSON.stringify(document)] : [`windrow listening on ${url}`, ...more.lines(url)]
  const text = `${lines.join('\n')}\n`
  if (more.remedy === undefined) return void context.stdout.write(text)
  const lost = await context.deliver(text)
  if (lost !== null) context.warn(`${lost}, so nobody has seen the key; ${more.remedy}`)
}

export const sayWhereToBegin = (context: CommandContext, setupUrl: string): void =>
  context.note(`open ${setupUrl} (the first time: choose a password; good for 24 hours)`)

/** Two lines are enough if the browser was opened, because the site shows the rest. */
export function sayWhatNext(context: CommandContext, app: App, setupUrl: string | null, isShown: boolean): void {
  if (isShown) {
    const where =
      setupUrl === null ? 'your browser opens there' : `your browser opens to set it up; if not: ${setupUrl}`
    context.note(where)
    const data = resolve(context.cwd, context.config.data)
    context.note(`your texts are kept in ${data}; to stop, close this window or press Ctrl+C`)
    return
  }
  const { trustedProxy, publicNames } = context.config
  if (trustedProxy.length > 0 && publicNames.length === 0) {
    context.warn('behind a proxy the site answers to no name until public_names says which; it takes addresses only')
  }
  const rows = countRows(app)
  if (rows === 0) {
    context.note('the store is empty; in another terminal: windrow import --main FILE --diff FILE (or try windrow up)')
  }
  context.note('press Ctrl+C to stop')
}
