// The page for players: the editions to download, news, how to install, progress, and former releases. The server sends
// it, and `windrow publish --to` writes it as a file.
import type { FeedAddresses } from '../../../app/releases/feed.ts'
import { presentRelease, type Release, testOf } from '../../../domain/release.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import { megabytes } from '../../parts/game-tasks.ts'
import { publicPage } from '../../parts/public-page.ts'
import { progressPicture } from '../../parts/work/work-progress.ts'
import { counted, day, share } from '../../words.ts'

interface PlayersPage {
  readonly releases: readonly Release[]
  readonly addresses: FeedAddresses
  readonly style: string
  readonly picture: string
  /** The release is of another game than Where Winds Meet. */
  readonly isOther: boolean
}

export async function playersPage({ releases, addresses, style, picture, isOther }: PlayersPage): Promise<string> {
  const present = presentRelease(releases)
  const former = releases.filter((release) => release !== present)
  return await publicPage({
    title: say`The translation for players`,
    head: html`<link rel="stylesheet" href="${style}">`,
    body: html`${
      present === null
        ? html`<p class="empty">There is no release
to download right now.</p>`
        : presentSection(present, addresses)
    }
<section><h2>How to install</h2>
${isOther ? otherSteps() : ownSteps()}</section>
${present === null ? html`` : progressSection(present, picture)}
${former.length === 0 ? html`` : html`<section><h2>Former releases</h2><ul class="plain">${former.map(formerLine)}</ul></section>`}`,
  })
}

/** The progress of the present release as a picture. */
export function picturedProgress(releases: readonly Release[]): string {
  const rows = (presentRelease(releases) ?? releases[0])?.rows ?? { all: 0, manual: 0, machine: 0 }
  return progressPicture({ ...rows, translated: rows.manual + rows.machine })
}

const otherSteps = (): Html => html`<ol><li>Close the game.</li>
<li>Download an edition, and first copy the game's files of the same names to a safe place.</li>
<li>Unpack the ZIP into the folder that the team names, such as the game's or its mods folder; when asked, replace files.</li>
<li>Start the game, and choose the language if you can. After an update of the game unpack it again.</li></ol>`

const ownSteps = (): Html => html`<ol><li>Close the game and its launcher.</li>
<li>Download an edition, and first copy the game's files of the same names to a safe place.</li>
<li>Unpack the ZIP into the game's folder; when asked, let its folder <code>Package</code> merge with the existing one. With the game's
own launcher, put the files into <code>LocalData/Patch/HD/oversea/locale</code>.</li>
<li>Start the game. After an update of the game its own texts are back: wait for a new release and install that.</li></ol>`

function presentSection(release: Release, { packageOf }: FeedAddresses): Html {
  const { version, atMs, editions, notes } = release
  const test = testOf(release)
  return html`<p><strong>${version}</strong>, ${day(atMs)}. ${fitWords(release)}</p>
<section><h2>Download</h2>${editions.map(
    ({ label, description, audience, package: { name, sizeBytes, sha256 } }) =>
      html`<div class="box"><h3>${label}</h3>
${description === '' ? html`` : html`<p>${description}</p>`}${audience === '' ? html`` : html`<p class="hint">${audience}</p>`}
<p><a href="${packageOf(name)}">${name}</a> ${megabytes(sizeBytes)}</p><p class="hint">SHA-256: <code>${sha256}</code></p></div>`,
  )}</section>
${test.note === '' ? html`` : paragraphs(test.note)}
${notes === '' ? html`` : html`<section><h2>What is new</h2>${paragraphs(notes)}</section>`}`
}

function fitWords(release: Release): string {
  const build = release.gameBuild === null ? null : String(release.gameBuild)
  const { state } = testOf(release)
  if (state === 'verified') {
    return build === null ? say`Tested in the game.` : say`Tested in build ${build} of the game.`
  }
  if (state === 'known_issues') {
    return build === null
      ? say`Tested in the game, with known issues.`
      : say`Tested in build ${build} of the game, with known issues.`
  }
  return build === null ? '' : say`For build ${build} of the game; not tested in it.`
}

const paragraphs = (text: string): Html =>
  html`${text.split(/\n{2,}/).map((part) => html`<p>${part.split('\n').map((line, at) => (at === 0 ? line : html`<br>${line}`))}</p>`)}`

const progressSection = ({ rows: { all, manual, machine } }: Release, picture: string): Html =>
  html`<section><h2>How much is done</h2>
<p><img src="${picture}" alt="${say`translated: ${share(manual + machine, all)}`}" width="180" height="36"></p>
<p>${counted(manual + machine, 'translated row')} of ${counted(all, 'row')}, ${share(manual, all)} approved by people.</p></section>`

const formerLine = ({ version, atMs, withdrawn, notes }: Release): Html =>
  html`<li><strong>${version}</strong>, ${day(atMs)}${withdrawn === null ? html`` : html`. Withdrawn: ${withdrawn.why}`}${
    notes === '' ? html`` : html`<details><summary>What was new</summary>${paragraphs(notes)}</details>`
  }</li>`
