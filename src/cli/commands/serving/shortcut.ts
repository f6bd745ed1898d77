// `windrow shortcut`: entries that start windrow, in the menu of this system and at the login.
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { isSingleExecutable, readAsset } from '../../../runtime/assets.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { entryOf, type Place } from './entry.ts'

const usualData = 'windrow-data'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const { platform, env, config } = context
  if (!isSingleExecutable()) throw new Failure('only the executable gets an entry; from a checkout, npm start does it')
  const place: Place = args.flag('at-login') ? 'login' : 'menu'
  const icon = Buffer.from(readAsset('admin/assets/icon.svg')).toString()
  const folder = dirname(config.data)
  const files = entryOf({ platform, env, program: process.execPath, folder }, place, icon)
  const path = files?.at(-1)?.path
  if (files === null || path === undefined)
    throw new Failure('this system names no place for an entry; HOME, or on Windows APPDATA, is not set')
  if (args.flag('remove')) {
    for (const each of files) await rm(each.path, { force: true })
    return context.answer({ path, removed: true }, () => `${path} is removed; the program and its texts stay`)
  }
  if (basename(config.data) !== usualData) {
    throw new Failure(
      `an entry starts windrow without --data, and then its data folder is called ${usualData}; move it, or name none`,
    )
  }
  await mkdir(folder, { recursive: true })
  for (const { path: at, content, isExecutable } of files) {
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, content, { mode: isExecutable === true ? 0o755 : 0o644 })
  }
  const when = place === 'login' ? ' at each login' : ''
  const undo = `windrow shortcut${place === 'login' ? ' --at-login' : ''} --remove`
  context.answer(
    { path, program: process.execPath, folder },
    () => `${path} starts windrow in ${folder}${when}; ${undo} takes it away`,
  )
}
