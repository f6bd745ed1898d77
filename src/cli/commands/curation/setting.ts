// `windrow setting`: settings of the service. A running server follows at its next request.
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
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { tableLines } from '../../streams/lines.ts'
import { actingPerson } from '../../named-person.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'

export async function list(context: CommandContext): Promise<void> {
  await withApp(context, (app) => {
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
        tableLines(
          ['setting', 'value', 'default', 'meaning'],
          SETTING_NAMES.map((name) => [
            name,
            settingText(values[name]),
            settingText(DEFAULT_SETTINGS[name]),
            SETTINGS[name].meaning,
          ]),
        ),
    )
  })
}

export async function get(context: CommandContext, args: ParsedArgs): Promise<void> {
  const name = args.argument('NAME') as SettingName
  await withApp(context, (app) => {
    const value = settingsOf(app)[name]
    context.answer({ name, value }, () => settingText(value))
  })
}

export async function set(context: CommandContext, args: ParsedArgs): Promise<void> {
  const name = args.argument('NAME') as SettingName
  const typed = args.argument('VALUE')
  const text = typed === 'default' ? String(DEFAULT_SETTINGS[name]) : typed
  await withApp(context, async (app) => {
    const progress = context.progress('looking at translations', undefined, 'texts')
    const onProgress = (done: number, total: number): void => progress.update(done, total)
    const changed = await changeSetting(app, actingPerson(app, args), name, text, {
      signal: context.signal,
      onProgress,
    }).finally(() => progress.end())
    const value = valueOrUsage(changed)
    context.answer({ name, value }, () => `${name} is ${settingText(value)}`)
  })
}
