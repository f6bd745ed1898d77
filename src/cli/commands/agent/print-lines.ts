// Lines that another program reads: tabs part their fields, and texts come as they are stored, except on a terminal.
import type { CommandContext } from '../../command.ts'

/** Prints the document under --json, else the lines. */
export function printLines(context: CommandContext, document: unknown, lines: readonly string[]): void {
  if (context.json) context.answer(document, () => [])
  else context.data(lines.map((line) => `${line}\n`).join(''))
}
