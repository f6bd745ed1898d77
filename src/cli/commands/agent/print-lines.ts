// Prints lines for other programs: fields separated by tabs, texts unchanged except on a terminal.
import type { CommandContext } from '../../command.ts'

export function printLines(context: CommandContext, document: unknown, lines: readonly string[]): void {
  if (context.json) context.answer(document, () => [])
  else context.data(lines.map((line) => `${line}\n`).join(''))
}
