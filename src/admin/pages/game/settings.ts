// All settings, saved together. Values unchanged on the page are not saved, so that two admins keep each other's changes.
import { MARKUP_SETTINGS } from '../../../domain/profile.ts'
import { changeSetting } from '../../../app/upkeep/change-settings.ts'
import { dataFolderOf } from '../../../app/import/follow-import.ts'
import { ok, refuse, type Result } from '../../../base/result.ts'
import {
  parseSetting,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type SettingRule,
  type Settings,
  settingText,
} from '../../../domain/settings.ts'
import { type Html, html } from '../../html.ts'
import { tellAllowed } from '../../parts/telling.ts'
import { say, words } from '../../language/say.ts'
import { page, type PageParts, sentence, tokenField } from '../../layout.ts'
import { button, selected } from '../../parts/fields.ts'
import { reasonOf, startOwn } from '../../../runtime/start-own.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Visit } from '../../visit.ts'
import { answerTo } from '../../parts/refusal-status.ts'

interface Group {
  readonly title: string
  readonly has: (name: SettingName) => boolean
}

const groups = (): readonly Group[] => {
  const known = knownGroups()
  return [...known, { title: say`More`, has: (name) => !known.some(({ has }) => has(name)) }]
}

const knownGroups = (): readonly Group[] => [
  { title: 'API v1', has: (name) => name === 'api_v1_enabled' || name.startsWith('daily_row_quota') },
  { title: say`Legacy API: daily limits of a key`, has: (name) => name.startsWith('legacy_limit') },
  {
    title: say`Checks of a text`,
    has: (name) => /^(profile|markup|tokens|caption|glossary|length|machine_text|target_language|slipped)/.test(name),
  },
  {
    title: say`Files of another game`,
    has: (name) => /^(source_language|only|skip|keys|(key|source|target)_column)$/.test(name),
  },
  { title: say`Backups`, has: (name) => name.startsWith('backup') },
]

function input(name: SettingName, value: string): Html {
  const rule: SettingRule = SETTINGS[name]
  const choices = rule.type === 'boolean' ? ['true', 'false'] : rule.type === 'choice' ? rule.choices : null
  const max = rule.type === 'tokens' ? 4000 : rule.type === 'text' ? 1000 : isWord(rule) ? 100 : 12
  return choices === null
    ? html`<input name="${name}" value="${value}" ${
        isWord(rule) ? html`spellcheck="false" autocapitalize="off"` : html`inputmode="decimal"`
      } size="10" maxlength="${max}"${isWord(rule) ? '' : html` required`} aria-labelledby="about-${name}">`
    : html`<select name="${name}" aria-labelledby="about-${name}">${choices.map(
        (choice) => html`<option value="${choice}"${selected(choice === value)}>${wordFor(rule, choice)}</option>`,
      )}</select>`
}

const isWord = ({ type }: SettingRule): boolean =>
  type !== 'boolean' && type !== 'choice' && type !== 'integer' && type !== 'ratio'

const wordFor = (rule: SettingRule, choice: string): string =>
  rule.type === 'boolean' ? (choice === 'true' ? say`on` : say`off`) : (CHOICE_WORDS[choice] ?? choice)

const CHOICE_WORDS: Readonly<Record<string, string>> = words({
  keep: 'keep',
  free: 'free',
  none: 'none',
  ask: 'ask',
  require: 'require',
  off: 'off',
  suggest: 'suggest',
  fill: 'fill',
})

/** Sends the shown value along, so that only changed ones are saved. */
function setting(name: SettingName, values: Settings, typed: string | null): Html {
  const rule: SettingRule = SETTINGS[name]
  const isChanged = values[name] !== rule.default
  const now = settingText(values[name])
  return html`<div class="setting" id="${name}"><input type="hidden" name="was ${name}" value="${now}">
<div><strong><code>${name}</code></strong>${isChanged ? html` <span class="badge stale">changed</span>` : ''}
<p id="about-${name}">${sentence(rule.meaning)}
<span class="hint">${rule.type === 'boolean' ? say`On or off` : sentence(tellAllowed(name)).slice(0, -1)};
default ${wordFor(rule, settingText(rule.default))}</span></p>
</div>
<div class="row">${input(name, typed ?? now)}</div></div>`
}

/** The configuration names the model of machine drafts; here it can be tried. */
function draftModel(visit: Visit): Html {
  const model = visit.site.drafts?.model ?? null
  return html`<section id="model"><h2>Machine drafts</h2>${
    model === null
      ? html`<p class="hint">No model is set; name one in the configuration (<code>draft.endpoint</code> and <code>draft.model</code>).</p>`
      : html`<p>${model.provider} · ${model.model}</p>
<p class="hint">The test sends up to ten rows once, shows what the model and its server can do, and saves nothing.</p>
${button(visit, '/admin/settings/model', say`Try the model`)}`
  }</section>`
}

async function settingsWith(
  visit: Visit,
  said: { error: string; status: NonNullable<PageParts['status']> } | null,
): Promise<Response> {
  const { settings } = visit.app.rules.now()
  const list = (names: readonly SettingName[]) => names.map((name) => setting(name, settings, visit.form.get(name)))
  const body = html`<h1>Settings</h1><p class="hint">A change takes effect at the next request.</p>
${
  visit.app.apiV1EnabledByEnvironment
    ? ''
    : html`<p class="alert">The environment has switched API v1 off (API_V1_ENABLED=false); this setting can't switch it on.</p>`
}
<form method="post" action="/admin/settings">${tokenField(visit)}
${groups().map(({ title, has }) => {
  const names = SETTING_NAMES.filter(has)
  return names.length === 0 ? '' : html`<section><h2>${title}</h2>${list(names)}</section>`
})}
<div class="savebar"><button class="primary">Save</button></div></form>
${draftModel(visit)}`
  return await page(visit, { title: say`Settings`, body, error: said?.error ?? null, status: said?.status ?? 200 })
}

export const settingsPage = (visit: Visit): Promise<Response> => settingsWith(visit, null)

type Changed = Result<unknown, ReturnType<typeof answerTo>>

/** A change checks every translation again, in a child process, so that the server can answer meanwhile. */
async function changeMarkup(visit: Visit, name: SettingName, typed: string): Promise<Changed> {
  const argv = ['setting', 'set', name, typed, `--as=${visit.user.name}`, '--json']
  const end = await startOwn(dataFolderOf(visit.app), argv).ended
  return end.code === 0 ? ok() : refuse({ error: reasonOf(end), status: 409 })
}

async function change(visit: Visit, name: SettingName, typed: string): Promise<Changed> {
  if (MARKUP_SETTINGS.includes(name)) return await changeMarkup(visit, name, typed)
  const changed = await changeSetting(visit.app, visit.actor, name, typed)
  return changed.ok ? changed : refuse(answerTo(changed.refusal))
}

/** All changed values, or none. */
export const saveSettings = form(
  takes.changed(SETTING_NAMES).check(({ value, issues }) => {
    const wrong = SETTING_NAMES.filter((name) => {
      const typed = value[name]
      return typed !== null && parseSetting(name, typed) === null
    })
    const message = wrong.map((name) => say`${name} takes ${tellAllowed(name)}`).join('; ')
    if (wrong.length > 0) issues.push({ code: 'custom', message, input: value })
  }),
  async (visit: Visit, sent) => {
    const names = SETTING_NAMES.filter((name) => sent[name] !== null)
    for (const name of names) {
      const saved = await change(visit, name, sent[name] ?? '')
      if (!saved.ok) return await settingsWith(visit, saved.refusal)
    }
    const [first] = names
    return first === undefined
      ? goTo(visit, '/admin/settings', 'setting-unchanged')
      : goTo(visit, `/admin/settings#${first}`, 'setting-saved')
  },
  (visit, error) => settingsWith(visit, { error, status: 422 }),
)
