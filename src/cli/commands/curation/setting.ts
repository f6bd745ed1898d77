// `windrow setting`: settings of the service. A running server follows at its next request.
import { profileOf, profileSchema } from '../../../app/profile-file.ts'
import { settingsOf } from '../../../app/rules.ts'
import { changeSetting } from '../../../app/upkeep/change-settings.ts'
import {
  allowedValues,
  DEFAULT_SETTINGS,
  SETTING_NAMES,
  SETTINGS,
  type SettingName,
  settingText,
} from '../../../domain/settings.ts'
import type { Runnable } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { actingPerson } from '../../named-person.ts'
import { profileSettings } from '../profile-file.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { FILE, NAME, word } from '../../options.ts'

export const list: Runnable = {
  name: 'setting list',
  summary: 'Show every setting with its value, default and meaning',
  examples: ['windrow setting list', 'windrow setting list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const values = settingsOf(app)
      context.answer(
        SETTING_NAMES.map((name) => ({
          name,
          value: values[name],
          default: DEFAULT_SETTINGS[name],
          takes: allowedValues(name),
          meaning: SETTINGS[name].meaning,
        })),
        () =>
          tableLines(SETTING_NAMES, {
            setting: (name) => name,
            value: (name) => settingText(values[name]),
            default: (name) => settingText(DEFAULT_SETTINGS[name]),
            meaning: (name) => SETTINGS[name].meaning,
          }),
      )
    }),
}

export const profile: Runnable = {
  name: 'setting profile',
  summary: "Print the profile of this store (its game's files and tokens), or load one (docs/own-profile.md)",
  arguments: [{ value: FILE, summary: 'A profile to load; without it the present one is printed', isOptional: true }],
  options: [
    { name: 'schema', summary: 'Print the JSON Schema of such files, for editors' },
    { name: 'as', summary: 'Change it as this person, with their rights, for the audit', value: NAME },
  ],
  examples: ['windrow setting profile > my-game.json', 'windrow setting profile my-game.json'],
  async run(context, args) {
    const path = args.optionalArgument('FILE')
    if (args.flag('schema')) {
      context.answer(profileSchema(), () => JSON.stringify(profileSchema(), null, 2))
      return
    }
    const wanted = path === undefined ? {} : await profileSettings(context, path)
    await withApp(context, async (app) => {
      const changed: string[] = []
      for (const [name, typed] of Object.entries(wanted) as [SettingName, string][]) {
        const before = settingsOf(app)[name]
        const value = valueOrUsage(await changeSetting(app, actingPerson(app, args), name, typed))
        if (value !== before) changed.push(`${name} is ${settingText(value)}`)
      }
      const now = profileOf(settingsOf(app))
      const said = changed.length === 0 ? ['nothing changed: the store already matches the profile'] : changed
      context.answer(JSON.parse(now), () => (path === undefined ? now.trimEnd() : said))
    })
  },
}

const settingArgument = {
  value: word('NAME', SETTING_NAMES, 'setting'),
  summary: 'Name of the setting; windrow setting list explains them',
} as const

export const get: Runnable = {
  name: 'setting get',
  summary: "Print a setting's value",
  arguments: [settingArgument],
  examples: ['windrow setting get daily_row_quota'],
  run: (context, args) =>
    withApp(context, (app) => {
      const name = args.argument('NAME') as SettingName
      const value = settingsOf(app)[name]
      context.answer({ name, value }, () => settingText(value))
    }),
}

export const set: Runnable = {
  name: 'setting set',
  summary: 'Change a setting; a running server uses it from its next request on',
  arguments: [settingArgument, { value: word('VALUE'), summary: 'The new value; default resets it' }],
  options: [{ name: 'as', summary: 'Change it as this person, with their rights, for the audit', value: NAME }],
  examples: ['windrow setting set api_v1_enabled false', 'windrow setting set caption_policy free'],
  async run(context, args) {
    const name = args.argument('NAME') as SettingName
    const typed = args.argument('VALUE')
    const text = typed === 'default' ? String(DEFAULT_SETTINGS[name]) : typed
    await withApp(context, async (app) => {
      const progress = context.progress('looking at translations', undefined, 'texts')
      const changed = await changeSetting(app, actingPerson(app, args), name, text, {
        signal: context.signal,
        onProgress: (done, total) => progress.update(done, total),
      }).finally(() => progress.end())
      const value = valueOrUsage(changed)
      context.answer({ name, value }, () => `${name} is ${settingText(value)}`)
    })
  },
}
