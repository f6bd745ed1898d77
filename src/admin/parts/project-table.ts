// What another game's files are taken for, as a table with ticks, before anything is imported (docs/another-game.md#on-the-site); and
// what a person ticked, as options of `windrow import`.
import * as z from 'zod'
import type { DescribedProject } from '../../app/describe-project.ts'
import type { ImportRun } from '../../app/import/follow-import.ts'
import { skipAfterTicks } from '../../app/skip-after-ticks.ts'
import type { SettingName } from '../../domain/settings.ts'
import { takes } from '../form.ts'
import { type Html, html } from '../html.ts'
import { say, words } from '../language/say.ts'
import { tokenField } from '../layout.ts'
import type { Visit } from '../visit.ts'
import { counted, number } from '../words.ts'
import { checked, select } from './fields.ts'
import { LANGUAGES_OF_GAMES, languageChoices, nameOfLanguage } from './language-choices.ts'
import { tellDamage } from './telling.ts'

/** What `windrow import --describe --json` prints. */
export interface Described {
  readonly source_language: string
  readonly target_language: string
  readonly source: DescribedProject['source']
  readonly target: DescribedProject['target']
  readonly left_out: DescribedProject['left']
  readonly files: DescribedProject['taken']
  readonly files_left_out: DescribedProject['leftOut']
  readonly tables: DescribedProject['tables']
  readonly damage: DescribedProject['damage']
  readonly languages: readonly string[]
  readonly unclear: readonly string[]
  readonly untargeted: readonly string[]
}

/** Null: the run was no look, is not done, or its files were imported since. */
export const describedBy = ({ waiting, report }: ImportRun): Described | null =>
  waiting === undefined || waiting.isTaken === true || report === null ? null : (report['project'] as Described)

const WHY: Readonly<Record<DescribedProject['leftOut'][number]['why'], string>> = words({
  language: 'of another language',
  manifest: 'a manifest',
  data: 'nothing to translate',
  no_language: 'beside files that name their language',
  only: 'outside of the files with texts',
  skip: 'left out by you',
})

const COLUMNS = [
  ['key_column', 'key'],
  ['source_column', 'source'],
  ['target_column', 'target'],
] as const

const PATTERNS = ['only', 'skip', 'keys'] as const

const CHOICES = ['source_language', 'target_language', ...PATTERNS, ...COLUMNS.map(([name]) => name)] as const

/** How the files were looked at: the settings, and what was chosen since. */
const askedOf = (visit: Visit, choices: readonly string[]): Readonly<Record<string, string>> => ({
  ...(visit.app.rules.now().settings as unknown as Record<string, string>),
  ...Object.fromEntries(choices.map((choice) => [optionIn(choice), choice.slice(choice.indexOf('=') + 1)])),
})

const optionIn = (choice: string): string => choice.slice(2, choice.indexOf('=')).replaceAll('-', '_')

export function projectForm(visit: Visit, { id, waiting }: ImportRun, found: Described): Html {
  const asked = askedOf(visit, waiting?.choices ?? [])
  return html`${problems(found)}
<form method="post" action="/admin/imports/run/${id}" class="stack project">${tokenField(visit)}
<p class="hint">Nothing has been imported yet. Check what windrow makes of the files, and correct what is wrong.</p>
<div class="grid">${languageFields(found, asked)}</div>
${filesTable(found)}${leftTable(found)}${columnFields(found, asked)}
<details class="box"><summary>By patterns</summary>
<p class="hint"><code>*</code> stands for a part of a name, <code>**</code> for folders; separate patterns with commas. They are kept
as settings.</p>
<label>Files with texts, as <code>i18n/*.json</code> or <code>lang/{language}/*.txt</code>
<input name="only" value="${asked['only']}" maxlength="1000" spellcheck="false" autocomplete="off"></label>
<label>Files to leave out, as <code>old, *.bak.json</code>; <code>!</code> before one takes it in
<input name="skip" value="${asked['skip']}" maxlength="1000" spellcheck="false" autocomplete="off"></label>
<label>Keys that are texts, as <code>!*.note</code>, which leaves notes out
<input name="keys" value="${asked['keys']}" maxlength="1000" spellcheck="false" autocomplete="off"></label></details>
<div class="savebar actions"><button class="primary" name="what" value="import">Import these files</button>
<button name="what" value="look">Look again</button></div></form>`
}

const problems = ({ unclear, untargeted, damage }: Described): Html =>
  html`${
    unclear.length > 0 &&
    html`<p class="alert" role="alert">It is not clear which of these languages is the source: choose it below, and look again.</p>`
  }${
    untargeted.length > 0 &&
    html`<p class="alert" role="alert">The files hold texts with their translations, but none is in your language. Create one with
the game's own tools, or choose another language.</p>`
  }${
    damage.length > 0 &&
    html`<p class="note">These files cannot be read and are left out:</p>
<ul class="findings">${damage.map((each) => html`<li class="warning">${tellDamage(each)}</li>`)}</ul>`
  }`

function languageFields(
  { languages, source_language, target_language }: Described,
  asked: Readonly<Record<string, string>>,
) {
  const seen = source_language === '' ? say`from the files` : say`from the files: ${nameOfLanguage(source_language)}`
  const sources = [...new Set([...languages, asked['source_language'] ?? '', 'en'])].filter(Boolean)
  const targets = [...new Set([...languages, target_language, ...LANGUAGES_OF_GAMES])].filter(Boolean)
  return html`${select(
    'source_language',
    say`Translated from`,
    [['', seen], ...languageChoices(sources)],
    asked['source_language'] ?? '',
  )}${select(
    'target_language',
    say`Translated into`,
    [['', say`decide later`], ...languageChoices(targets)],
    target_language,
  )}`
}

/** In two sentences; for a past import, too. */
export const projectFacts = ({ source_language, target_language, source, target }: Described): Html =>
  html`<dl class="facts"><div><dt>${
    source_language === '' ? say`Source` : say`Source: ${nameOfLanguage(source_language)}`
  }</dt><dd>${counted(source.files, 'file')}, ${counted(source.texts, 'text')}</dd></div>
<div><dt>${target_language === '' ? say`Translation` : say`Translation: ${nameOfLanguage(target_language)}`}</dt>
<dd>${counted(target.files, 'file')}, ${say`${number(target.done)} already done`}</dd></div></dl>`

/** An input's name cannot hold every path, so a file is ticked by its number. */
const tick = (list: 'taken' | 'left', at: number, isOn: boolean, place: string): Html =>
  html`<label class="check"><input type="checkbox" name="${list}" value="${at}"${checked(isOn)}
aria-label="${say`Take ${place}`}"></label>`

function filesTable(found: Described): Html {
  const { files, source } = found
  const more = source.files - files.length
  if (files.length === 0) return html``
  return html`<h2>What is taken</h2>${projectFacts(found)}
<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Take</th><th scope="col">File</th>
<th scope="col">Becomes</th><th scope="col" class="number">Texts</th><th scope="col" class="number">Done already</th></tr></thead>
<tbody>${files.map(
    ({ place, out, texts, done, unfinished }, at) =>
      html`<tr><td>${tick('taken', at, true, place)}</td><th scope="row"><code>${place}</code></th>
<td data-label="Becomes">${out === place ? say`itself` : html`<code>${out}</code>`}</td>
<td class="number" data-label="Texts">${number(texts)}</td>
<td class="number" data-label="Done already">${
        unfinished === 0 ? number(done) : say`${number(done)}, ${number(unfinished)} unfinished`
      }</td></tr>`,
  )}</tbody></table></div>
${more > 0 ? html`<p class="hint">${say`${counted(more, 'more file')}: taken like these`}</p>` : ''}`
}

function leftTable({ files_left_out: files, left_out: left }: Described): Html {
  const byLanguage = left.find(({ why }) => why === 'language')
  const unread = left.filter(({ why }) => why === 'unknown' || why === 'link')
  const named = left.filter(({ why }) => Object.hasOwn(WHY, why) && why !== 'language')
  const more = named.reduce((sum, each) => sum + each.files, 0) - files.length
  if (left.length === 0) return html``
  return html`<h2>What is left out</h2>
${
  byLanguage !== undefined &&
  html`<p>${counted(byLanguage.files, 'file of another language', 'files of other languages')}:
${byLanguage.languages.join(', ')}</p>`
}${unread.map(({ why, files: count, first }) =>
  why === 'link'
    ? html`<p>${counted(count, 'link')}: <code>${first}</code></p>`
    : html`<p>${counted(count, 'file of an unknown kind', 'files of an unknown kind')}: <code>${first}</code></p>`,
)}${
  files.length > 0 &&
  html`<div class="scroll" tabindex="0"><table class="list"><thead><tr><th scope="col">Take</th>
<th scope="col">File</th><th scope="col">Why it is left out</th></tr></thead><tbody>${files.map(
    ({ place, why }, at) =>
      html`<tr><td>${tick('left', at, false, place)}</td><th scope="row"><code>${place}</code></th>
<td data-label="Why it is left out">${WHY[why]}</td></tr>`,
  )}</tbody></table></div>`
}${more > 0 ? html`<p class="hint">${say`${counted(more, 'more file')}: left out like these`}</p>` : ''}`
}

function columnFields({ tables }: Described, asked: Readonly<Record<string, string>>): Html {
  const [first] = tables
  if (first === undefined) return html``
  const labels = { key: say`Keys`, source: say`Source`, target: say`Translation` }
  const names = [...new Set(tables.flatMap((table) => table.names))].filter(Boolean)
  return html`<h2>Columns of the tables</h2><div class="grid">${COLUMNS.map(([name, part]) =>
    select(
      name,
      labels[part],
      [
        ['', first[part] === '' ? say`from the header` : say`from the header: ${first[part]}`],
        ...names.map((each) => [each, each] as const),
      ],
      asked[name] ?? '',
    ),
  )}</div>`
}

export const PROJECT_FIELDS = z.object({
  what: takes.choiceOr(['look', 'import']),
  ...(Object.fromEntries(CHOICES.map((name) => [name, takes.line])) as Record<
    (typeof CHOICES)[number],
    typeof takes.line
  >),
  taken: takes.many,
  left: takes.many,
})

/** The options of `windrow import` that differ from the settings, after what was ticked and chosen. */
export function choicesOf(visit: Visit, found: Described, sent: z.output<typeof PROJECT_FIELDS>): string[] {
  const skip = skipAfterTicks(
    sent.skip,
    found.files.filter((_, at) => !sent.taken.includes(String(at))),
    found.files_left_out.filter((_, at) => sent.left.includes(String(at))),
  )
  const settings = visit.app.rules.now().settings
  const chosen = { ...sent, skip }
  return CHOICES.filter((name) => chosen[name] !== settings[name as SettingName]).map(
    (name) => `--${name.replaceAll('_', '-')}=${chosen[name]}`,
  )
}
