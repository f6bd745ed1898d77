// Into the game: puts the team's texts into the game on this machine, or offers the files for a download; backups, and
// the work for a colleague.
import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { automaticBackups } from '../../../app/backup/kept-backups.ts'
import { gameFoldersOf, importedFolders, textFoldersIn } from '../../../app/game/find-game.ts'
import { planInstall } from '../../../app/game/install-twins.ts'
import {
  type GameFileState,
  lastGameFolder,
  type PlannedFile,
  readInstalled,
} from '../../../../packages/players/src/game-folder.ts'
import { dataFolderOf } from '../../../app/import/follow-import.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import { GAME_LANGUAGES, type GameLanguage, languageOfFile } from '../../../domain/game-language.ts'
import { type Html, html } from '../../html.ts'
import { say, words } from '../../language/say.ts'
import { comesBack, countingNote, sentence, titledPage } from '../../layout.ts'
import { badge, button, hidden, opened, select } from '../../parts/fields.ts'
import { nameOfLanguage } from '../../parts/language-choices.ts'
import { latestMade, megabytes } from '../../parts/game-tasks.ts'
import { tellRefusal } from '../../parts/telling.ts'
import { type WorkNumbers, workNumbers } from '../../parts/work/work-numbers.ts'
import { noGame } from '../../parts/work/no-game.ts'
import { gameFigures, PROGRESS_FILTERS } from '../../parts/work/work-progress.ts'
import { isOwnMachine, may, query, type Visit } from '../../visit.ts'
import { counted, time } from '../../words.ts'

const backupsShown = 5
/** Of a plan, by name. */
const filesShown = 20

/** The fate of a file of the game. */
const BEFORE_WORDS: Readonly<Record<GameFileState, string>> = words({
  new: 'will be copied to a safe place, then replaced',
  untouched: "is the game's own file and will be replaced",
  ours: 'is already translated and will be replaced by the new one',
  changed: 'has changed since (a patch, the launcher); windrow keeps a copy, then replaces it',
  missing: 'does not exist yet and will be added',
})

export async function intoGamePage(visit: Visit): Promise<Response> {
  const nothing = noGame(visit)
  if (nothing !== null) return await titledPage(visit, { title: say`Into the game`, body: nothing })
  const isOther = isOfAnotherGame(visit.app)
  const mayInstall = may(visit, 'import_localized') && isOwnMachine(visit)
  const numbers = await workNumbers(visit, PROGRESS_FILTERS)
  const body = html`${mayInstall ? await installSection(visit, numbers) : ''}
<section aria-labelledby="files-title"><h2 id="files-title">Download the translated files</h2>
<p class="hint">${
    isOther
      ? say`Made from the files of the latest import. \
Copy them to where your game looks for this language.`
      : say`Made from the untouched files of the latest import, with their names. \
Back up the game's own files before you copy these over them.`
  }</p>
<div class="actions">${button(visit, '/admin/game/files', say`Make the translated files`, {}, mayInstall ? '' : 'primary')}</div>
${await latestMade(visit, 'files')}</section>
${may(visit, 'manage_settings') ? await backupSection(visit) : ''}
${may(visit, 'import_localized') ? await colleagueSection(visit) : ''}`
  const isCounting = mayInstall && gameFigures(numbers) === null
  return await titledPage(visit, { title: say`Into the game`, body, headers: comesBack(isCounting) })
}

/** Undefined: the language of the last installation, else the imported one. */
const languageAsked = (visit: Visit): GameLanguage | undefined =>
  GAME_LANGUAGES.find((language) => language === query(visit, 'language'))

/** A plan for the folder that the visitor names, or for each one that is found. */
async function plansFor(visit: Visit) {
  const { app, site } = visit
  const named = query(visit, 'folder').trim()
  const machine = { platform: process.platform, env: process.env }
  const last = lastGameFolder(dataFolderOf(app))
  const folders = isOfAnotherGame(app)
    ? [named === '' ? (last ?? '') : resolve(named)].filter(Boolean)
    : named === ''
      ? gameFoldersOf(dataFolderOf(app), machine, site.config.game, importedFolders(app))
      : textFoldersIn(resolve(named))
  const language = languageAsked(visit)
  const plans = await Promise.all(
    folders.map(async (folder) => ({ folder, plan: await planInstall(app, folder, language) })),
  )
  const good = plans.filter(({ plan }) => plan.ok)
  return good.length > 0 ? good : plans.slice(0, 1)
}

async function installSection(visit: Visit, numbers: WorkNumbers): Promise<Html> {
  const plans = await plansFor(visit)
  const installed = readInstalled(dataFolderOf(visit.app))
  const isFound = plans.some(({ plan }) => plan.ok)
  const isOther = isOfAnotherGame(visit.app)
  return html`<section aria-labelledby="install-title"><h2 id="install-title">Put it into the game</h2>
${plans.length === 0 ? html`<p class="note">The game was not found on this machine.</p>` : ''}${
  isFound &&
  html`<p class="hint">What the game gets, for all rows with something to translate:</p>
${gameFigures(numbers) ?? countingNote()}`
}
${plans.map(({ folder, plan }) =>
  plan.ok
    ? planBox(visit, folder, plan.value)
    : html`<p class="alert" role="alert">${sentence(tellRefusal(plan.refusal))}</p>`,
)}
${
  installed !== null &&
  html`<p>Translated files are in <code>${installed.folder}</code>. The game's own ones are kept.</p>
<div class="actions">${button(visit, '/admin/game/uninstall', say`Take it out again`)}</div>`
}
<details class="box"${opened(!isFound)}><summary>The game is in another folder</summary>
<form method="get" action="/admin/game" class="stack"><label>${
    isOther
      ? say`The game's folder, whose files were imported`
      : say`Folder of the game, or of its texts (…/HD/oversea/locale)`
  }
<input name="folder" value="${query(visit, 'folder')}" maxlength="1000" required></label>
<button>Look there</button></form></details>
${isOther ? '' : languageForm(visit)}</section>`
}

function languageForm(visit: Visit): Html {
  const asked = languageAsked(visit)
  const installed = readInstalled(dataFolderOf(visit.app))?.files.find(({ slot }) => slot === 'main')
  const present = languageOfFile(installed?.name ?? '') ?? 'en'
  const choices = GAME_LANGUAGES.map((language) => [language, nameOfLanguage(language)] as const)
  return html`<details class="box"${opened(asked !== undefined)}>
<summary>Your texts as another language of the game</summary>
<form method="get" action="/admin/game" class="stack">
<p class="hint">Replaces another language and leaves English alone: players see your texts when they choose the language
below in the game.</p>
${hidden({ folder: query(visit, 'folder') })}
${select('language', say`Language in the game`, choices, asked ?? present)}
<button>See what changes</button></form></details>`
}

const planBox = (visit: Visit, folder: string, files: readonly PlannedFile[]): Html =>
  html`<div class="found"><p>The game is in <code>${folder}</code>.</p><ul class="plain">${files
    .slice(0, filesShown)
    .map(({ name, state }) => html`<li><code>${name}</code> ${BEFORE_WORDS[state]}</li>`)}</ul>${
    files.length > filesShown &&
    html`<p>${say`${counted(files.length - filesShown, 'more file')}: the same for these`}</p>`
  }
${button(visit, '/admin/game/install', say`Put it into the game`, { folder, language: languageAsked(visit) ?? '' }, 'primary')}
<p class="hint">windrow keeps the game's own files. You can put them back at any time, byte for byte.</p></div>`

async function backupSection(visit: Visit): Promise<Html> {
  const { folder } = visit.app.backups
  const kept = automaticBackups(folder, visit.app.clock.nowMs()).slice(-backupsShown).toReversed()
  const shown = await Promise.all(
    kept.map(async (backup) => ({
      ...backup,
      sizeBytes: await stat(join(folder, backup.name)).then(
        ({ size }) => size,
        () => 0,
      ),
    })),
  )
  return html`<section aria-labelledby="backup-title"><h2 id="backup-title">Back up</h2>
<p class="hint">A backup has everything: texts, history, people and the digests of their passwords.
Keep a copy on another machine, where only you can read it.</p>
<div class="actions">${button(visit, '/admin/game/backup', say`Back up now`)}</div>${await latestMade(visit, 'backup')}
${
  shown.length === 0
    ? html`<p class="empty">There is no backup yet.</p>`
    : html`<ul class="plain">${shown.map(
        ({ name, timeMs, sizeBytes, isDamaged }) =>
          html`<li>${time(timeMs)} <span class="hint">${megabytes(sizeBytes)}</span>${
            isDamaged ? html` ${badge('rejected', say`of a damaged store`)}` : ''
          }${
            may(visit, 'download_backup') &&
            html` <a href="/admin/game/backups/${name}" download>Download the backup</a>`
          }</li>`,
      )}</ul>`
}</section>`
}

const colleagueSection = async (visit: Visit): Promise<Html> =>
  html`<section aria-labelledby="history-title"><h2 id="history-title">Give my work to a colleague</h2>
<p class="hint">One file with every text and its history.
Your colleague imports it with <a href="/admin/imports#merge">Merge a teammate's store</a>, and you import theirs: no work is lost.</p>
<div class="actions">${button(visit, '/admin/game/history', say`Make the file`)}</div>${await latestMade(visit, 'history')}</section>`
