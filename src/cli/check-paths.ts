// Checks paths on a command line before the command begins. An empty one, from an unset shell variable, would be the working
// directory; on Windows `--to NUL` would write no file, and reading CON would wait for the keyboard.
import { pathFault } from '../base/path-names.ts'
import type { Command, ParsedArgs } from './command.ts'
import { Usage } from './failure.ts'
import { GLOBAL_OPTIONS } from './table/shared.ts'

/** The configuration checks its own paths. Throws Usage. */
export function checkPaths(command: Command, args: ParsedArgs, platform: NodeJS.Platform): void {
  const all = [...GLOBAL_OPTIONS, ...(command.options ?? [])]
  const options = all.filter(({ value, config }) => value?.isPath && config === undefined)
  for (const { name } of options) for (const path of args.texts(name)) refuseOdd(`--${name}`, path, platform)
  for (const { value } of command.arguments ?? []) {
    const path = value.isPath ? args.optionalArgument(value.placeholder) : undefined
    if (path !== undefined) refuseOdd(value.placeholder, path, platform)
  }
}

function refuseOdd(where: string, path: string, platform: NodeJS.Platform): void {
  if (path === '') throw new Usage(`${where} is empty; name a file or folder`)
  const fault = pathFault(path, platform)
  if (fault !== null) throw new Usage(`${where} ${path} ${fault}`)
}
