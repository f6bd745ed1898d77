// The second page of the set-up: the game's texts, by upload, from this machine, or the sample.
import * as z from 'zod'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { findGames, type FoundGame } from '../../../app/game/find-game.ts'
import {
  CHINESE_NAME,
  DIFF_NAME,
  FURTHER_NAME,
  GAME_SLOTS,
  OFFICIAL_NAME,
  officialSlotOf,
} from '../../../app/game/game-files.ts'
import { importSample, isEmptyStore, isNewStore } from '../../../app/upkeep/set-up-sample.ts'
import { readAsset } from '../../../runtime/assets.ts'
import { type Html, html } from '../../html.ts'
import { say } from '../../language/say.ts'
import type { Upload } from '../../import-spool.ts'
import { page, tokenField } from '../../layout.ts'
import { nameOfLanguage } from '../../parts/language-choices.ts'
import { button, hidden } from '../../parts/fields.ts'
import { keyedFields, SLOT_WORDS } from '../../parts/import-forms.ts'
import { form, refused, takes } from '../../form.ts'
import { goTo, isAtMachine, type Visit } from '../../visit.ts'

/** Games on the server's machine, for a visitor at that machine only. */
const gamesFor = (visit: Visit): readonly FoundGame[] =>
  isAtMachine(visit) ? findGames({ platform: process.platform, env: process.env }, visit.site.config.game) : []

const foundForm = (visit: Visit, { folder, files, official, further }: FoundGame): Html =>
  html`<section class="found"><p>The game is on this machine, in <code>${folder}</code>: ${GAME_SLOTS.filter(
    (slot) => files[slot] !== undefined,
  )
    .map((slot) => basename(files[slot] ?? ''))
    .concat(further.map(({ path }) => basename(path)))
    .join(', ')}.</p>
<form method="post" action="/admin/setup/game" class="stack">${tokenField(visit)}${hidden({ folder })}${languageField(official)}
<button class="primary">Import these files</button></form></section>`

/** Each takes time and room, so none is ticked. */
function languageField(official: FoundGame['official']): Html {
  const languages = [...new Set(official.map(({ language }) => language))]
  if (languages.length === 0) return html``
  return html`<details class="box"><summary>Also the game's texts in other languages</summary><fieldset>
<legend>To read beside the source</legend>
${languages.map(
  (language) =>
    html`<label class="check"><input type="checkbox" name="official" value="${language}"> ${nameOfLanguage(language)}</label>`,
)}</fieldset>
</details>`
}

/** What drop.js tells the files by, and says of them. */
const slots = () => ({
  diff: DIFF_NAME,
  chinese: CHINESE_NAME,
  official: OFFICIAL_NAME,
  further: FURTHER_NAME,
  twice: say`there are two files of this kind: choose one, or “My game is another one” below`,
  words: { ...SLOT_WORDS },
})

const dropForm = (visit: Visit): Html =>
  html`<form method="post" action="/admin/imports" enctype="multipart/form-data" class="stack">
${tokenField(visit)}<input type="hidden" name="then" value="rows">
<label class="drop">Drop the game's files here, all at once, or choose them
<input type="file" name="game" multiple required data-slots="${JSON.stringify(slots())}"></label>
<ul class="plain taken" aria-live="polite"></ul>
<p class="hint"><code>translate_words_map_en</code> and <code>translate_words_map_en_diff</code>, and the Chinese
<code>…_zh_cn</code> if you have them, from <code>Package/HD/oversea/locale</code> in the game's folder
(<code>LocalData/Patch/HD/oversea/locale</code> with its own launcher). Text dumps work, too.
Each file is recognised by its name.</p>
<p class="hint">They must be the game's own files. If a translation is installed, let the launcher repair the game first, because
windrow takes what you import as the original.</p>
<div class="savebar"><button class="primary">Upload and import</button></div></form>`

const otherGameForm = (visit: Visit): Html =>
  html`<details class="box"><summary>My game is another one</summary>
<form method="post" action="/admin/imports" enctype="multipart/form-data" class="stack">
${tokenField(visit)}<input type="hidden" name="then" value="rows">${hidden({ profile: 'generic' })}
${keyedFields()}
<p class="hint">After the first import, this store is for that game only.</p>
<button>Upload</button></form></details>`

export async function setupGamePage(visit: Visit): Promise<Response> {
  const isEmpty = isEmptyStore(visit.app)
  const games = gamesFor(visit)
  const body = html`<div class="narrow wider"><h1>Bring your game's texts</h1>
${games.map((game) => foundForm(visit, game))}
${games.length === 0 ? '' : html`<h2>Or other files</h2>`}${dropForm(visit)}
${isNewStore(visit.app) ? otherGameForm(visit) : ''}
<h2>Or</h2>
<div class="row">${isEmpty ? button(visit, '/admin/setup/sample', say`Look at a sample game first`) : ''}
<a href="/admin/">Import later</a></div>
</div>`
  return await page(visit, { title: say`Set up`, body })
}

export const importFoundGame = form(
  z.object({ folder: takes.text, official: takes.many }),
  async (visit: Visit, sent) => {
    const { site } = visit
    const game = gamesFor(visit).find(({ folder }) => folder === sent.folder)
    if (game === undefined) return refused('the game is no longer there; drop its files instead')
    if (site.imports.isFull()) return refused('too many imports wait already; try again later')
    const uploads: Upload[] = []
    const wanted = game.official.filter(({ language }) => sent.official.includes(language))
    const files = [
      ...GAME_SLOTS.map((slot) => [slot, game.files[slot]] as const),
      ...game.further.map(({ slot, path }) => [slot, path] as const),
      ...wanted.map((file) => [officialSlotOf(file), file.path] as const),
    ]
    for (const [slot, path] of files) {
      if (path === undefined) continue
      const { size } = await stat(path)
      uploads.push({ slot, fileName: basename(path), path, sizeBytes: size })
    }
    const run = site.imports.start(visit.user, null, uploads, [])
    return goTo(visit, `/admin/imports/run/${run.id}?then=rows`)
  },
  setupGamePage,
)

export async function importSampleGame(visit: Visit): Promise<Response> {
  if (!isEmptyStore(visit.app)) return goTo(visit, '/admin/bench')
  await importSample(visit.app, readAsset, new AbortController().signal)
  return goTo(visit, '/admin/bench', 'sample-imported')
}
