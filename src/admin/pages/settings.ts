// Settings: every one with its meaning and default, each changed by a form of its own, so that two admins never overwrite
// each other's changes.
import { html } from 'hono/html'
import { changeSetting } from '../../app/change-settings.ts'
import { dataFolderOf } from '../../app/follow-import.ts'
import type { ManageRefusal } from '../../app/manage-users.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import {
  allowedValues,
  isSettingName,
  parseSetting,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type SettingRule,
  type Settings,
} from '../../domain/settings.ts'
import { type Html, page, type PageParts, sentence, tokenField } from '../layout.ts'
import { selected } from '../parts.ts'
import { reasonOf, startOwn } from '../run-program.ts'
import { field, goTo, type Visit } from '../visit.ts'
import { statusOf } from './refusal-status.ts'

const GROUPS: readonly { readonly title: string; readonly has: (name: SettingName) => boolean }[] = [
  { title: 'API v1', has: (name) => name === 'api_v1_enabled' || name.startsWith('daily_row_quota') },
  { title: 'Legacy API: limits of a key for each day', has: (name) => name.startsWith('legacy_limit') },
  { title: 'Checks of a text', has: (name) => /^(caption|glossary|length)/.test(name) },
  { title: 'Backups', has: (name) => name.startsWith('backup') },
]

const other = (name: SettingName): boolean => !GROUPS.some(({ has }) => has(name))

function input(name: SettingName, value: string): Html {
  const rule: SettingRule = SETTINGS[name]
  const choices = rule.type === 'boolean' ? ['true', 'false'] : rule.type === 'choice' ? rule.choices : null
  const label = name.replaceAll('_', ' ')
  return choices === null
    ? html`<input name="value" value="${value}" inputmode="decimal" size="10" maxlength="12" required aria-label="${label}" aria-describedby="about-${name}">`
    : html`<select name="value" aria-label="${label}" aria-describedby="about-${name}">${choices.map(
        (choice) => html`<option value="${choice}"${selected(choice === value)}>${wordFor(rule, choice)}</option>`,
      )}</select>`
}

const wordFor = (rule: SettingRule, choice: string): string =>
  rule.type === 'boolean' ? (choice === 'true' ? 'on' : 'off') : choice

function setting(visit: Visit, name: SettingName, values: Settings, typed: string | null): Html {
  const rule: SettingRule = SETTINGS[name]
  const isChanged = values[name] !== rule.default
  return html`<form method="post" action="/admin/settings" class="setting" id="${name}">${tokenField(visit)}<input type="hidden" name="name" value="${name}">
<div><strong><code>${name}</code></strong>${isChanged ? html` <span class="badge stale">changed</span>` : ''}
<p id="about-${name}">${sentence(rule.meaning)} <span class="hint">${rule.type === 'boolean' ? 'On or off' : sentence(allowedValues(name)).slice(0, -1)}; default ${wordFor(rule, String(rule.default))}</span></p></div>
<div class="row">${input(name, typed ?? String(values[name]))}<button>Save<span class="hidden"> ${name}</span></button></div></form>`
}

async function settingsWith(
  visit: Visit,
  said: { error: string; status: NonNullable<PageParts['status']>; name: string; typed: string } | null,
): Promise<Response> {
  const { settings } = visit.app.rules.now()
  const list = (names: readonly SettingName[]) =>
    names.map((name) => setting(visit, name, settings, said?.name === name ? said.typed : null))
  const groups = [...GROUPS, { title: 'More', has: other }]
  const body = html`<h1>Settings</h1><p class="hint">A change takes effect at the next request, in every process of the server.</p>
${visit.app.apiV1EnabledByEnvironment ? '' : html`<p class="alert">The environment has switched API v1 off (API_V1_ENABLED=false); the setting alone can't switch it on.</p>`}
${groups.map(({ title, has }) => {
  const names = SETTING_NAMES.filter(has)
  return names.length === 0 ? '' : html`<section><h2>${title}</h2>${list(names)}</section>`
})}`
  return await page(visit, { title: 'Settings', body, error: said?.error ?? null, status: said?.status ?? 200 })
}

export const settingsPage = (visit: Visit): Promise<Response> => settingsWith(visit, null)

/** Every translation is judged anew under another policy: a command does it beside the server, which goes on answering. */
async function changeCaptions(visit: Visit, typed: string): Promise<Result<unknown, ManageRefusal>> {
  if (parseSetting('caption_policy', typed) === null) {
    return refuse({ code: 'invalid', message: `caption_policy takes ${allowedValues('caption_policy')}` })
  }
  const options = ['--data', dataFolderOf(visit.app), `--as=${visit.user.name}`, '--json']
  const end = await startOwn(['setting', 'set', 'caption_policy', typed, ...options]).ended
  return end.code === 0 ? ok() : refuse({ code: 'conflict', message: reasonOf(end) })
}

export async function saveSetting(visit: Visit): Promise<Response> {
  const name = field(visit, 'name')
  const typed = field(visit, 'value').trim()
  if (!isSettingName(name))
    return await settingsWith(visit, { error: 'there is no such setting', status: 404, name, typed })
  const saved =
    name === 'caption_policy'
      ? await changeCaptions(visit, typed)
      : await changeSetting(visit.app, visit.user, name, typed)
  if (!saved.ok) {
    return await settingsWith(visit, { error: saved.refusal.message, status: statusOf(saved.refusal), name, typed })
  }
  return goTo(visit, '/admin/settings', `setting-saved#${name}`)
}
