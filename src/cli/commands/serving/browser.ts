// Shows the site to the person who started windrow, in the browser of this machine: a double-click should end at a page, not
// at an address to copy. Whether is decided from plain values; what opens it is a program of each system, or the one that the
// configuration names.
import type { Config } from '../../../config/schema.ts'
import type { CommandContext } from '../../command.ts'

/** What decides whether a browser is opened. */
export interface Start {
  /** windrow without a command, or `up`: what a person starts. `serve` is what a service is started with. */
  readonly isForPerson: boolean
  readonly isJson: boolean
  /** Standard output is a terminal or a console window. */
  readonly isTerminal: boolean
  readonly platform: NodeJS.Platform
  readonly env: Readonly<Record<string, string | undefined>>
  readonly config: Pick<Config, 'noOpen' | 'browser'>
}

const isSet = (value: string | undefined): boolean => value !== undefined && value !== ''

const isRemote = ({ env }: Start): boolean => isSet(env['SSH_CONNECTION']) || isSet(env['SSH_TTY'])

/** Windows and macOS have a desktop wherever they have a terminal of their own; elsewhere it says so itself. */
const hasDesktop = (start: Start): boolean =>
  start.platform === 'win32' ||
  start.platform === 'darwin' ||
  isSet(start.env['DISPLAY']) ||
  isSet(start.env['WAYLAND_DISPLAY'])

/** Whether it opens: the first that holds decides. */
const ANSWERS: readonly { readonly opens: boolean; readonly when: (start: Start) => boolean }[] = [
  { opens: false, when: ({ isForPerson, isJson, config }) => !isForPerson || isJson || config.noOpen },
  { opens: true, when: ({ config }) => config.browser !== null },
  { opens: false, when: ({ isTerminal, env }) => !isTerminal || isSet(env['CI']) },
  { opens: false, when: isRemote },
  { opens: true, when: hasDesktop },
]

/** Whether this start opens a browser (docs/operations.md#the-browser). */
export const opensBrowser = (start: Start): boolean => ANSWERS.find(({ when }) => when(start))?.opens ?? false

/** The program that opens an address, and its arguments. Windows' own takes it whole, with & and all. */
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

/** Opens the address if this start should; false when nothing was opened. */
export async function showInBrowser(context: CommandContext, isForPerson: boolean, url: string): Promise<boolean> {
  const { platform, config } = context
  return opensBrowser(startOf(context, isForPerson)) && (await context.launch(openerOf(platform, config.browser, url)))
}
