// The table of commands, in the order of the help. Each row is a spec from table/ and the module that does the work,
// loaded when it is asked for.
import type { Command } from './command.ts'

export const COMMANDS: readonly Command[] = []
