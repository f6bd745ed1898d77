// Opens the site in this machine's browser, because a double-click should end at a page and not at an address to copy.
// Plain values decide; the configuration may name another program than the system's.
import { promises as files } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Config } from '../../../config/schema.ts'
import type { CommandContext } from '../../command.ts'

export interface Start {
  /** A person started windrow: without a command, or with `up`. Services are started with `serve`. */
  readonly isForPerson: boolean
  readonly isJson: boolean
  /** True: standard output is a terminal or a console window. */
  readonly isTerminal: boolean
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Pick<Config, 'noOpen' | 'browser'>
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''

const isRemote = ({ env }: Start): boolean => isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY'])

/** True: there is a desktop. Windows and macOS have one wherever they have a terminal window; elsewhere the environment tells. */
const hasDesktop = (start: Start): boolean =>
  start.platform === 'win32' ||
  start.platform === 'darwin' ||
  isSet(start.env['DISPLAY']) ||
  isSet(start.env['WAYLAND_DISPLAY'])

const ANSWERS: readonly { readonly opens: boolean; readonly when: (start: Start) => boolean }[] = [
  { opens: false, when: ({ isForPerson, isJson, config }) => !isForPerson || isJson || config.noOpen },
  { opens: true, when: ({ config }) => config.browser !== null },
  { opens: false, when: ({ isTerminal, env }) => !isTerminal || isSet(env['CI']) },
  { opens: false, when: isRemote },
  { opens: true, when: hasDesktop },
]

/** True: the browser is opened at this start. The rules are in docs/operations.md#the-browser. */
export const opensBrowser = (start: Start): boolean => ANSWERS.find(({ when }) => when(start))?.opens ?? false

export function openerOf(
  platform: NodeJS.Platform,
  browser: string | null,
  url: string,
): readonly [string, ...string[]] {
  if (browser !== null) return [browser, url]
  if (platform === 'win32') return ['rundll32.exe', 'url.dll,FileProtocolHandler', url]
  return [platform === 'darwin' ? 'open' : 'xdg-open', url]
}

export const startOf = (context: CommandContext, isForPerson: boolean): Start => ({
  isForPerson,
  isJson: context.json,
  isTerminal: context.isStdoutTty,
  platform: context.platform,
  env: context.env,
  config: context.config,
})

interface Destination {
  /** The link to set the super admin's password; null: it is set. */
  readonly setupUrl: string | null
  readonly siteUrl: string
}

/** Opens the site in the browser. Returns false when nothing was opened. */
export async function showInBrowser(
  context: CommandContext,
  isForPerson: boolean,
  { setupUrl, siteUrl }: Destination,
): Promise<boolean> {
  const { platform, config } = context
  if (!opensBrowser(startOf(context, isForPerson))) return false
  const isInPage = setupUrl !== null && platform !== 'win32'
  const url = isInPage ? await pageTo(setupUrl, pageOf(context)) : (setupUrl ?? siteUrl)
  return url !== null && (await context.launch(openerOf(platform, config.browser, url)))
}

const pageOf = ({ cwd, config }: CommandContext): string => resolve(cwd, config.data, 'open-site.html')

/**
 * Writes a page for this account only that redirects to the secret address: on all systems but Windows every account
 * sees the arguments of programs. Returns the page's address; null: no place for it.
 */
async function pageTo(url: string, page: string): Promise<string | null> {
  const link = url.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const text = `<!doctype html><meta charset="utf-8"><title>windrow</title><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=${link}"><a href="${link}">windrow</a>
`
  try {
    await files.rm(page, { force: true })
    await files.writeFile(page, text, { mode: 0o600, flag: 'wx' })
    return pathToFileURL(page).href
  } catch {
    return null
  }
}

/** Removes the page with the secret address. Its link ends with the server anyway. */
export const removePage = (context: CommandContext): Promise<void> =>
  files.rm(pageOf(context), { force: true }).catch(() => undefined)
