// All settings, saved together: values unchanged on the page are not saved, so that two admins keep each other's changes. And a trial of
// the model that writes machine drafts: one prompt, and the page of truth that `windrow translate --try` prints.
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
import { tellAllowed, tellFinding } from '../../parts/telling.ts'
import { say, same, told } from '../../language/say.ts'
import { sentence, titledPage, tokenField } from '../../layout.ts'
import { button, selected } from '../../parts/fields.ts'
import { reasonOf, startOwn } from '../../../runtime/start-own.ts'
import { form, takes } from '../../form.ts'
import { goTo, type Said, type Visit } from '../../visit.ts'
import { answerTo } from '../../parts/refusal-status.ts'
import { fillGaps } from '../../../base/sentences.ts'
import type { RuleCode } from '../../../domain/finding.ts'
import type { ModelTrial } from '../../../domain/work/workbench.ts'
import { inTarget } from '../../parts/texts.ts'

/** Groups of settings by their names; each setting is in the first that fits. */
const groups = (): readonly (readonly [title: string, fits: RegExp])[] => [
  ['API v1', /^(api_v1_enabled$|daily_row_quota)/],
  [say`Legacy API: daily limits of a key`, /^legacy_limit/],
  [say`Checks of a text`, /^(profile|markup|tokens|caption|glossary|length|machine_text|target_language|slipped)/],
  [say`Files of another game`, /^(source_language|only|skip|keys|(key|source|target)_column)$/],
  [say`Backups`, /^backup/],
  [say`More`, /^/],
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

const CHOICE_WORDS: Readonly<Record<string, string>> = same(
  'keep',
  'free',
  'none',
  'ask',
  'require',
  'off',
  'suggest',
  'fill',
)

/** Sends the shown value along, so that only changed ones are saved. */
function setting(name: SettingName, values: Settings): Html {
  const rule: SettingRule = SETTINGS[name]
  const isChanged = values[name] !== rule.default
  const now = settingText(values[name])
  return html`<div class="setting" id="${name}"><input type="hidden" name="was ${name}" value="${now}">
<div title="${name}"><p id="about-${name}">${sentence(rule.meaning)}${
    isChanged ? html` <span class="badge stale">changed</span>` : ''
  }</p>
<p class="hint">${rule.type === 'boolean' ? say`On or off` : sentence(tellAllowed(name)).slice(0, -1)};
default ${wordFor(rule, settingText(rule.default))}</p>
</div>
<div class="row">${input(name, now)}</div></div>`
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

export async function settingsPage(visit: Visit): Promise<Response> {
  const { settings } = visit.app.rules.now()
  const all = groups()
  const list = (names: readonly SettingName[]) => names.map((name) => setting(name, settings))
  const body = html`<p class="hint">A change takes effect at the next request.</p>
${
  !visit.app.apiV1EnabledByEnvironment &&
  html`<p class="alert">The environment has switched API v1 off (API_V1_ENABLED=false); this setting can't switch it on.</p>`
}
<form method="post" action="/admin/settings">${tokenField(visit)}
${all.map(([title], at) => {
  const names = SETTING_NAMES.filter((name) => all.findIndex(([, fits]) => fits.test(name)) === at)
  return names.length === 0 ? '' : html`<section><h2>${title}</h2>${list(names)}</section>`
})}
<div class="savebar"><button class="primary">Save</button></div></form>
${draftModel(visit)}`
  return await titledPage(visit, { title: say`Settings`, body })
}

type Changed = Result<unknown, Said>

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
      if (!saved.ok) return saved
    }
    const [first] = names
    return first === undefined
      ? goTo(visit, '/admin/settings', 'setting-unchanged')
      : goTo(visit, `/admin/settings#${first}`, 'setting-saved')
  },
  settingsPage,
)

/** True while a trial runs: a process makes one at a time. */
let isUnderWay = false

export async function tryModelPost(visit: Visit): Promise<Response> {
  const model = visit.site.drafts?.model ?? null
  if (model === null)
    return await saying(
      visit,
      say`no model is set for drafts; an admin names one in the configuration (draft.endpoint and draft.model)`,
    )
  if (isUnderWay) return await saying(visit, say`the model is already being tested; wait for the result`)
  isUnderWay = true
  try {
    const tried = await model.tryIt(visit.actor, visit.c.req.raw.signal)
    const now = await visit.again()
    if (now instanceof Response) return now
    if (!tried.ok) return await saying(now, say`the target language is not set; an admin sets it under Settings`)
    if (tried.value === null)
      return await saying(now, say`there are no rows to translate, so there is nothing to try the model with`)
    const body = html`<p class="hint">${model.provider} · ${model.model}</p>${shown(now, tried.value)}`
    return await titledPage(now, { title: say`Test of the model`, body, isDone: false })
  } finally {
    isUnderWay = false
  }
}

const saying = (visit: Visit, error: string): Promise<Response> =>
  titledPage(visit, { title: say`Test of the model`, body: back(), error, status: 409 })

const back = (): Html => html`<p class="links"><a href="/admin/settings">Settings</a></p>`

function shown(visit: Visit, { lines, refused, command, hasFailed }: ModelTrial): Html {
  const target = inTarget(visit.app.rules.now())
  const item = ({ source, text, rule, ...said }: ModelTrial['refused'][number]): Html =>
    html`<li>${source}<br><span dir="auto"${target}>${text}</span>
<br><span class="hint">${tellFinding({ ...said, rule: rule as RuleCode })}</span></li>`
  return html`<table><tbody>${lines.map(
    ({ topic, sentence: said, facts }) =>
      html`<tr><th scope="row">${sentence(told(topic)).replace(/\.$/, '')}</th><td>${fillGaps(told(said), facts)}</td></tr>`,
  )}</tbody></table>
${refused.length === 0 ? '' : html`<h2>Texts that were refused</h2><ul>${refused.map(item)}</ul>`}
${hasFailed ? '' : html`<h2>How to use it</h2><pre><code>${command}</code></pre>`}
${back()}`
}
