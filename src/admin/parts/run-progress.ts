// A run: the top of its page, its progress and its failure in the reader's language, from the command's English.
import { type Html, html } from '../html.ts'
import { number, time } from '../words.ts'
import { say, told, words } from '../language/say.ts'
import { type ImportRun, isPending } from '../../app/import/follow-import.ts'
import { runBadge } from './import-forms.ts'
import { tellRun } from './telling.ts'

/** A line as cli/streams/progress.ts writes it. */
const AMOUNT =
  /^(?<doing>.*): (?<done>[\d,]+)(?: of (?<total>[\d,]+))? (?<unit>rows|entries), (?<rate>[\d,]+) \k<unit>\/s(?:, (?<left>.*) left)?$/

const UNIT_WORDS: Readonly<Record<string, string>> = words({ h: 'h', min: 'min', s: 's' })

const grouped = (digits: string): string => number(Number(digits.replaceAll(',', '')))

const refreshSeconds = 2

/** A header, because it works without scripts and a page that reloads itself by markup hinders some readers. */
export const whileRunning = (run: ImportRun): Readonly<Record<string, string>> =>
  isPending(run) ? { Refresh: String(refreshSeconds) } : {}

/** What the page of a run begins with. `first` and `last`: facts besides its times; `mayLeave`: it goes on by itself. */
export const runTop = (run: ImportRun, title: string, first: Html, last: Html, mayLeave = true): Html =>
  html`<div class="title"><h1>${title}</h1> ${runBadge(run)}</div>
<dl class="facts">${first}<div><dt>Started</dt><dd>${time(run.startedAtMs)}</dd></div>
${run.endedAtMs !== null && html`<div><dt>Ended</dt><dd>${time(run.endedAtMs)}</dd></div>`}${last}</dl>
${
  isPending(run) &&
  html`<p role="status">${tellProgress(run.progress)}</p>
<progress aria-label="${title}" class="going"></progress>
<p class="hint">${
    mayLeave
      ? say`This page reloads every ${refreshSeconds} seconds. You may leave it.`
      : say`This page reloads every ${refreshSeconds} seconds.`
  }</p>`
}
${
  run.message !== null &&
  html`<div class="${run.state === 'failed' ? 'alert' : 'note'}" role="alert">${tellRun(run)}</div>`
}`

function tellDoing(doing: string): string {
  const [, file] = /^reading (.*)$/.exec(doing) ?? []
  return file === undefined ? told(doing) : say`reading ${file}`
}

export function tellProgress(line: string): string {
  const { doing, done, total, unit, rate, left } = AMOUNT.exec(line)?.groups ?? {}
  if (doing === undefined || done === undefined || rate === undefined) return tellDoing(line)
  if (unit === 'entries') return say`${tellDoing(doing)}: ${grouped(done)} entries`
  const time = left?.replace(/[a-z]+/g, (unit) => UNIT_WORDS[unit] ?? unit)
  return [
    total === undefined
      ? say`${tellDoing(doing)}: rows ${grouped(done)}`
      : say`${tellDoing(doing)}: ${grouped(done)} of ${grouped(total)} rows`,
    say`${grouped(rate)} rows a second`,
    ...(time === undefined ? [] : [say`${time} left`]),
  ].join(', ')
}
