// `windrow shortcut`: an entry in the menu of this system.
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { isSingleExecutable, readAsset } from '../../../runtime/assets.ts'
import type { CommandContext } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { entryOf } from './entry.ts'

const usualData = 'windrow-data'
const linkMsMax = 30_000

export async function run(context: CommandContext): Promise<void> {
  const { platform, env, config } = context
  if (!isSingleExecutable()) throw new Failure('only the executable gets an entry; from a checkout, npm start does it')
  if (basename(config.data) !== usualData) {
    throw new Failure(
      `an entry starts windrow without arguments, and then its data folder is called ${usualData}; move it, or name none`,
    )
  }
  const icon = Buffer.from(readAsset('admin/assets/icon.svg')).toString()
  const folder = dirname(config.data)
  const entry = entryOf({ platform, env, program: process.execPath, folder }, icon)
  if (entry === null)
    throw new Failure('this system names no place for an entry; HOME, or on Windows APPDATA, is not set')
  for (const { path, text, isExecutable } of entry.files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, text, { mode: isExecutable === true ? 0o755 : 0o644 })
  }
  await mkdir(folder, { recursive: true })
  if (entry.link !== null) await writeLink(entry.link, process.execPath, folder)
  const path = entry.link ?? entry.files.at(-1)?.path
  context.answer(
    { path, program: process.execPath, folder },
    () => `${path} starts windrow in ${folder}; delete that file to be rid of it`,
  )
}

/** JScript for the Windows Script Host; values come by the environment, because the script is read in the system's code page. */
const LINK_SCRIPT = `var shell = WScript.CreateObject('WScript.Shell');
var env = shell.Environment('PROCESS');
var link = shell.CreateShortcut(env.Item('ENTRY_LINK'));
link.TargetPath = env.Item('ENTRY_PROGRAM');
link.WorkingDirectory = env.Item('ENTRY_FOLDER');
link.Description = 'windrow, a translation server for game text';
link.Save();
`

async function writeLink(link: string, program: string, folder: string): Promise<void> {
  await mkdir(dirname(link), { recursive: true })
  const scratch = mkdtempSync(join(tmpdir(), 'windrow-entry-'))
  try {
    const script = join(scratch, 'entry.js')
    writeFileSync(script, LINK_SCRIPT)
    const env = { ...process.env, ENTRY_LINK: link, ENTRY_PROGRAM: program, ENTRY_FOLDER: folder }
    await promisify(execFile)('cscript.exe', ['//nologo', script], { env, timeout: linkMsMax, windowsHide: true })
  } catch (error) {
    throw new Failure(
      `the entry could not be made: ${(error as Error).message.trim()}; pin ${program} to the start menu by hand`,
    )
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
