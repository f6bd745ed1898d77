// The team's brief: its text, the form that changes it, and its versions.
import * as z from 'zod'
import { briefVersionOf, changeBrief, currentBrief, findBrief, listBriefs } from '../../../app/upkeep/brief.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { briefLengthMax } from '../../../domain/limits.ts'
import type { BriefVersion } from '../../../domain/discussion.ts'
import { ALL_WORK } from '../../../domain/work/work-filter.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { hidden, pager } from '../../parts/fields.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { rowsPath } from '../../parts/work/work-numbers.ts'
import { field, goAfter, may, query, type Visit, wholeNumber } from '../../visit.ts'
import { number, time } from '../../words.ts'

export async function briefPage(visit: Visit): Promise<Response> {
  const asked = wholeNumber(query(visit, 'version'))
  const earlier = asked === null ? null : findBrief(visit.app, asked)
  if (earlier !== null && !earlier.ok) return await briefBody({ ...visit, said: answerTo(earlier.refusal) }, null)
  return await briefBody(visit, earlier?.value ?? currentBrief(visit.app))
}

async function briefBody(visit: Visit, shown: BriefVersion | null): Promise<Response> {
  const latest = briefVersionOf(visit.app)
  const canChange = may(visit, 'manage_settings')
  const isLatest = shown === null || shown.id === latest
  const body = html`<p class="hint">Instructions for every agent: language and tone, how to address the hero, dos and don'ts, examples.
It goes into every prompt, so keep it short.</p>
${isLatest ? '' : html`<p>Version ${shown.id}. <a href="/admin/brief">Show the present one</a></p>`}
${
  isLatest && canChange
    ? briefForm(visit, shown?.text ?? '', latest)
    : shown === null || shown.text === ''
      ? html`<p class="empty">There is no brief.</p>`
      : html`<div class="text box" dir="auto">${shown.text}</div>`
}
${latest === 0 ? '' : versionTable(visit)}`
  return await titledPage(visit, { title: say`Brief`, body })
}

/** A refused text stays, with the version from which it was made. */
const briefForm = (visit: Visit, text: string, latest: number): Html =>
  html`<form method="post" action="/admin/brief" class="stack">
${tokenField(visit)}${hidden({ seen: field(visit, 'seen', String(latest)) })}
<label>The text, at most ${number(briefLengthMax)} characters
<textarea name="text" rows="20" dir="auto">
${text}</textarea></label>
<div class="savebar"><button class="primary">Save</button></div></form>`

const rowsOf = (brief: string): string => rowsPath({ ...ALL_WORK, layer: 'machine', brief })

const versionsShown = 20

function versionTable(visit: Visit): Html {
  const nameOf = createNames(visit.app)
  const below = wholeNumber(query(visit, 'below'))
  const versions = listBriefs(visit.app, below ?? undefined, versionsShown)
  const last = versions.at(-1)?.id ?? 1
  return html`<section><h2>Versions</h2><div class="scroll" tabindex="0"><table class="list"><thead>
<tr><th scope="col">Version</th><th scope="col">When</th><th scope="col">Who</th>
<th scope="col" class="number">Characters</th><th scope="col">Machine texts</th></tr></thead>
<tbody>${versions.map(
    ({ id, atMs, userId, text }) =>
      html`<tr><th scope="row"><a href="/admin/brief?version=${id}">${id}</a></th><td>${time(atMs)}</td>
<td><bdi>${nameOf(userId) ?? say`the command line`}</bdi></td><td class="number">${number(Array.from(text).length)}</td>
<td><a href="${rowsOf(String(id))}">by this version</a> <a href="${rowsOf(`<${id}`)}">by earlier ones or none</a></td></tr>`,
  )}</tbody></table></div>
${pager(visit, 'below', last <= 1 ? null : last)}</section>`
}

const FIELDS = z.object({ text: takes.text, seen: takes.whole })

export const saveBriefPost = form(
  FIELDS,
  async (visit: Visit, { text, seen }) => {
    const saved = await changeBrief(visit.app, visit.actor, { text, seen: seen ?? 0 })
    return goAfter(visit, saved, '/admin/brief', 'brief-saved')
  },
  briefPage,
)
