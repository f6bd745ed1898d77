// Names of files and folders on a command line, looked at before the command begins: on Windows `--to NUL` would write to
// no file, and reading CON would wait for the keyboard.
import { pathFault } from '../base/path-names.ts'
import type { Command, ParsedArgs } from './command.ts'
import { Usage } from './failure.ts'

/** Throws Usage for the first name that cannot be one on this platform. Those of the configuration are its own business. */
export function checkPaths(command: Command, args: ParsedArgs, platform: NodeJS.Platform): void {
  const options = (command.options ?? []).filter(({ value, config }) => value?.isPath && config === undefined)
  for (const { name } of options) for (const path of args.texts(name)) refuseOdd(`--${name}`, path, platform)
  for (const { value } of command.arguments ?? []) {
    const path = value.isPath ? args.optionalArgument(value.placeholder) : undefined
    if (path !== undefined) refuseOdd(value.placeholder, path, platform)
  }
}

function refuseOdd(where: string, path: string, platform: NodeJS.Platform): void {
  const fault = pathFault(path, platform)
  if (fault !== null) throw new Usage(`${where} ${path} ${fault}`)
}
