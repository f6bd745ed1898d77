// Editions and releases for those who publish: making and removing editions, publishing, withdrawing. The page for players is in
// pages/players.
import * as z from 'zod'
import { addEdition, dropEdition } from '../../../app/editions/change-editions.ts'
import { listEditions } from '../../../app/editions/read-editions.ts'
import { createNames } from '../../../app/people/read-people.ts'
import { listReleases } from '../../../app/releases/read-releases.ts'
import { withdrawRelease } from '../../../app/releases/publish.ts'
import {
  type Edition,
  presentRelease,
  type Release,
  type ReleaseTest,
  TEST_STATES,
  testOf,
  WHOLE_TRANSLATION,
  writeEditionRule,
} from '../../../domain/release.ts'
import { editionLabelLengthMax, editionWordsLengthMax, releaseReasonLengthMax } from '../../../domain/limits.ts'
import { form, takes } from '../../form.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { titledPage, tokenField } from '../../layout.ts'
import { badge, hidden, riskyButton, select } from '../../parts/fields.ts'
import { latestRunLine, megabytes } from '../../parts/game-tasks.ts'
import { goAfter, type Visit } from '../../visit.ts'
import { counted, time } from '../../words.ts'

export async function releasesPage(visit: Visit): Promise<Response> {
  const releases = listReleases(visit.app)
  const present = presentRelease(releases)
  const nameOf = createNames(visit.app)
  const body = html`${
    releases.length === 0
      ? html`<p class="empty">Nothing has been published yet, so players see nothing.</p>`
      : html`<p class="links"><a href="/releases">The page for players</a> <a href="/api/public/v1/releases">The feed</a></p>
${releases.map((release) => releaseBox(visit, release, release === present, nameOf(release.userId)))}`
  }
${publishForm(visit)}${latestRunLine(visit, 'publish')}
<section><h2>Editions</h2>${listEditions(visit.app).map((edition) => editionBox(visit, edition))}</section>
${editionForm(visit)}`
  return await titledPage(visit, { title: say`Releases`, body })
}

function stateOf({ withdrawn }: Release, isPresent: boolean): Html {
  if (withdrawn !== null) return badge('rejected', say`withdrawn`)
  return isPresent ? badge('approved', say`the present one`) : html``
}

const TEST_WORDS: Readonly<Record<ReleaseTest['state'], string>> = words({
  unverified: 'Not tested in the game',
  known_issues: 'Tested, with known issues',
  verified: 'Tested in the game',
})

function releaseBox(visit: Visit, release: Release, isPresent: boolean, who: string | null): Html {
  const { version, atMs, editions, withdrawn, gameBuild } = release
  const { state, note } = testOf(release)
  return html`<div class="box"><p><strong>${version}</strong> ${stateOf(release, isPresent)}</p>
<p class="hint">Published by <bdi>${who ?? say`the command line`}</bdi>, ${time(atMs)}.
Build of the game: ${gameBuild ?? '–'}. ${TEST_WORDS[state]}${note === '' ? '' : html`: <bdi>${note}</bdi>`}</p>
<ul class="plain">${editions.map(
    ({ label, package: { name, sizeBytes }, translatedRows }) =>
      html`<li><bdi>${labelWords(label)}</bdi> <code>${name}</code> <span class="hint">${megabytes(sizeBytes)},
${counted(translatedRows, 'translated row')}</span></li>`,
  )}</ul>
${withdrawn === null ? withdrawForm(visit, version) : html`<p>Withdrawn: <bdi>${withdrawn.why}</bdi></p>`}</div>`
}

const withdrawForm = (visit: Visit, version: string): Html =>
  html`<details class="risky"><summary>Withdraw</summary>
<form class="stack" method="post" action="/admin/releases/withdraw">
${tokenField(visit)}${hidden({ version })}
<p>It stays in the history with your reason, but its packages are no longer available. The previous release becomes the present one
again.</p>
<label>The reason, for players <input name="why" maxlength="${releaseReasonLengthMax}" required></label>
<button class="danger">Withdraw</button></form></details>`

const publishForm = (visit: Visit): Html => html`<section><h2>Publish</h2>
<p class="hint">Makes a package of each edition from the untouched files of the latest import. Then everybody can see the page for
players and download.</p>
<form class="stack" method="post" action="/admin/releases">${tokenField(visit)}
<label>Version <input name="version" maxlength="32" required placeholder="v1.0" autocomplete="off" spellcheck="false"></label>
<label>What is new, for players <textarea name="notes" rows="4" maxlength="10000"></textarea></label>
<label>Build of the game (Steam's number, if you know it) <input name="build" inputmode="numeric" maxlength="10" autocomplete="off"></label>
${select('test', say`Test`, TEST_WORDS, TEST_STATES[0])}
<label>Note about the test, for players <input name="test note" maxlength="${releaseReasonLengthMax}"></label>
<button class="primary">Publish</button></form></section>`

/** Players and launchers have the English name of the one that nobody made. */
const labelWords = (label: string): string => (label === WHOLE_TRANSLATION.label ? say`Whole translation` : label)

function editionBox(visit: Visit, edition: Edition): Html {
  const { slug, variant, label, description, audience, rules } = edition
  const warning = say`Existing releases stay as they are; the next one won't have it.`
  const isMade = edition !== WHOLE_TRANSLATION
  return html`<div class="box">
<p><strong><bdi>${labelWords(label)}</bdi></strong>${isMade ? html` <code>${slug}</code> <code>${variant}</code>` : ''}</p>
${[description, audience].filter((text) => text !== '').map((text) => html`<p class="hint">${text}</p>`)}
<p>${rules.length === 0 ? say`Everything is translated.` : rules.map((rule) => html`<code>${writeEditionRule(rule)}</code> `)}</p>
${isMade ? riskyButton(visit, '/admin/editions/remove', say`Remove`, warning, { slug }) : ''}</div>`
}

const editionForm = (visit: Visit): Html => html`<details class="box"><summary>New edition</summary>
<form class="stack" method="post" action="/admin/editions">${tokenField(visit)}
<label>Short name <input name="slug" maxlength="40" required placeholder="english-items" autocomplete="off" spellcheck="false"></label>
<label>Variant that launchers compare (empty: the short name with _)
<input name="variant" maxlength="40" autocomplete="off" spellcheck="false"></label>
<label>Name for players <input name="label" maxlength="${editionLabelLengthMax}" required></label>
<label>Description <input name="description" maxlength="${editionWordsLengthMax}"></label>
<label>Who it is for <input name="audience" maxlength="${editionWordsLengthMax}"></label>
<label>Rules, one per line; the first that matches a row decides
<textarea name="rules" rows="3" spellcheck="false" placeholder="keep label=kind:item"></textarea></label>
<p class="hint"><code>keep</code> leaves rows as the game has them, <code>translate</code> translates them;
then a filter as in the address of a list. <code>keep game=machine</code> lets in only what people approved.</p>
<button class="primary">Make</button></form></details>`

export const addEditionPost = form(
  z.object({
    slug: takes.line,
    variant: takes.line,
    label: takes.line,
    description: takes.line,
    audience: takes.line,
    rules: takes.text,
  }),
  async (visit: Visit, { rules, ...words }) => {
    const lines = rules.split('\n').filter((line) => line.trim() !== '')
    const made = await addEdition(visit.app, visit.actor, { ...words, rules: lines })
    return goAfter(visit, made, '/admin/releases', 'edition-made')
  },
  releasesPage,
)

export const removeEditionPost = form(
  z.object({ slug: takes.line }),
  async (visit: Visit, { slug }) =>
    goAfter(visit, await dropEdition(visit.app, visit.actor, slug), '/admin/releases', 'edition-removed'),
  releasesPage,
)

export const withdrawPost = form(
  z.object({ version: takes.line, why: takes.line }),
  async (visit: Visit, { version, why }) => {
    const done = await withdrawRelease(visit.app, visit.actor, version, why)
    return goAfter(visit, done, '/admin/releases', 'release-withdrawn')
  },
  releasesPage,
)
