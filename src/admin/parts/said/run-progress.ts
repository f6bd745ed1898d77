// What a command said of its way, as the site shows it: the command spoke English.
import { number } from '../../words.ts'
import { say, told, words } from '../../language/say.ts'

/** As cli/screen/progress.ts writes a line. */
const AMOUNT =
  /^(?<doing>.*): (?<done>[\d,]+)(?: of (?<total>[\d,]+))? rows, (?<rate>[\d,]+) rows\/s(?:, (?<left>.*) left)?$/

const UNIT_WORDS: Readonly<Record<string, string>> = words({ h: 'h', min: 'min', s: 's' })

const grouped = (digits: string): string => number(Number(digits.replaceAll(',', '')))

/** How far it is. */
export function tellProgress(line: string): string {
  const { doing, done, total, rate, left } = AMOUNT.exec(line)?.groups ?? {}
  if (doing === undefined || done === undefined || rate === undefined) return told(line)
  const time = left?.replace(/[a-z]+/g, (unit) => UNIT_WORDS[unit] ?? unit)
  return [
    total === undefined
      ? say`${told(doing)}: rows ${grouped(done)}`
      : say`${told(doing)}: ${grouped(done)} of ${grouped(total)} rows`,
    say`${grouped(rate)} rows a second`,
    ...(time === undefined ? [] : [say`${time} left`]),
  ].join(', ')
}
