// `windrow update`: replaces this executable by a newer one. First the list's signature, the download and its
// executable are verified and the new one is started once; the old one stays beside it.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, copyFile, link, open, readFile, rename, rm } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { backUp } from '../../../app/backup/periodic-backups.ts'
import { hasStore } from '../../../app/data-folder.ts'
import { freeBytesIn, roomBytesMin } from '../../../base/disk-room.ts'
import { syncFolder } from '../../../base/whole-file.ts'
import { DamagedZip, readZipDirectory, unpackMember } from '../../../../packages/formats/src/zip-reader.ts'
import { RELEASE_ADDRESS } from '../../../runtime/release-origin.ts'
import { versionInfo } from '../../../runtime/version.ts'
import type { CommandContext, Runnable } from '../../command.ts'
import { Failure, Usage } from '../../failure.ts'
import { withApp } from '../../with-app.ts'
import { lostName, oldOf, presentOf } from './old-program.ts'
import { compareVersions, type Download, type Place, placeOf, readList } from './program-list.ts'
import { FILE, word } from '../../options.ts'

const filesMax = 64
const sizeBytesMax = 1e9

/**
 * Takes the executable out of a download: a .zip for Windows, a .tar.gz elsewhere. Writes the executable to `path`,
 * which must not exist; returns its SHA-256 (hex).
 */
async function unpackProgram(archive: string, { name, target, program }: Download, path: string): Promise<string> {
  const inside = `windrow-${target}/${program.name}`
  await using out = await open(path, 'wx', 0o755)
  if (!name.endsWith('.zip')) {
    const bytes = fileInTar(gunzipSync(await readFile(archive), { maxOutputLength: sizeBytesMax }), inside)
    if (bytes === null) throw new Failure(`${name} has no ${inside}`)
    await out.writeFile(bytes)
    await out.sync()
    return createHash('sha256').update(bytes).digest('hex')
  }
  await using file = await open(archive)
  const members = await readZipDirectory(file, { entriesMax: filesMax, bytesMax: sizeBytesMax })
  const member = members.find((each) => each.name === inside)
  if (member === undefined) throw new DamagedZip(`it has no ${inside}`)
  const sha256 = await unpackMember(file, member, out, () => {})
  await out.sync()
  return sha256
}

const blockBytes = 512

/** The content of a file in a tar archive (POSIX ustar); null: it has no such file. */
export function fileInTar(bytes: Buffer, name: string): Buffer | null {
  for (let at = 0; at + blockBytes <= bytes.length; ) {
    const told = bytes.toString('utf8', at, at + 100).replace(/\0.*$/s, '')
    const size = Number.parseInt(bytes.toString('latin1', at + 124, at + 135), 8)
    if (!Number.isSafeInteger(size)) return null
    const start = at + blockBytes
    if (told === name) return bytes.subarray(start, start + size)
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
  return null
}

const startMsMax = 60_000
const SYSTEMS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'linux',
  win32: 'windows',
  darwin: 'macos',
}

export const command: Runnable = {
  name: 'update',
  summary: 'Replace this executable with a newer windrow; the old one is kept',
  details: [
    'Connects only when it is called, and only to the address that it was built with or that is named. ' +
      'Nothing is changed before the signature of the list, the download and the executable are verified, the new one has ' +
      'started once, and the store is backed up.',
    'A new windrow upgrades the store at its first start, or by windrow upgrade-store.',
  ],
  options: [
    { name: 'check', summary: 'Only say whether there is a newer one' },
    {
      name: 'from',
      summary: 'A folder with a downloaded release, a file in it, or the address of one',
      value: word('FROM'),
    },
    { name: 'key', summary: 'The public key of the makers (PEM), if it is not the one built in', value: FILE },
    { name: 'back', summary: 'Go back to the earlier windrow', excludes: ['check', 'from', 'key'] },
  ],
  examples: ['windrow update --check', 'windrow update --from Downloads', 'windrow update --back'],
  async run(context, args) {
    const { program } = context
    if (program === null)
      throw new Failure('this windrow runs from its source; git pull and npm ci bring the checkout up to date')
    const lost = lostName(program)
    if (lost !== null) return await takeBackName(context, program, lost)
    const newer = presentOf(program)
    if (newer !== null)
      throw new Failure(`this is the earlier windrow; ${basename(newer)} beside it is the present one, so update that`)
    if (args.flag('back')) return await goBack(context, program)
    const from = args.text('from') ?? RELEASE_ADDRESS
    if (from === null)
      throw new Usage('this windrow knows no address of releases; name a folder or an address with --from')
    const keyFile = args.text('key')
    const pem = keyFile === undefined ? null : await readFile(keyFile, 'utf8')
    const place = await placeOf(from, context.signal)
    const list = await readList(place, pem)
    const { version: present } = versionInfo()
    const isNewer = compareVersions(list.version, present) > 0
    if (!isNewer || args.flag('check')) {
      const told = isNewer ? `windrow ${list.version} is out; windrow update installs it` : 'there is no newer version'
      return context.answer(
        { present, offered: list.version, newer: isNewer },
        () => `this is windrow ${present}; ${told}`,
      )
    }
    const target = `${SYSTEMS[context.platform] ?? context.platform}-${process.arch}`
    const download = list.downloads.find((each) => each.target === target)
    if (download === undefined)
      throw new Failure(`windrow ${list.version} has no file for ${target}; nothing was changed`)
    await takeOver(context, place, program, download)
    const old = oldOf(program)
    context.answer({ from: present, to: list.version, old }, () => [
      `windrow ${present} became ${list.version}; start it again, and each server that still runs`,
      `the old one is ${basename(old)}; windrow update --back puts it back`,
    ])
  },
}

async function takeOver(context: CommandContext, place: Place, program: string, download: Download): Promise<void> {
  const folder = dirname(program)
  const archive = join(folder, `.${download.name}.${process.pid}.part`)
  const unpacked = join(folder, `.${process.pid}.${download.program.name}`)
  const needed = download.bytes + download.program.bytes + roomBytesMin
  if (freeBytesIn(folder) < needed)
    throw new Failure(
      `${folder} needs ${Math.ceil(needed / 1e6)} MB of free space; free some and try again, nothing was changed`,
    )
  try {
    await fetchInto(context, place, download, archive)
    const sha256 = await unpackProgram(archive, download, unpacked)
    if (sha256 !== download.program.sha256)
      throw new Failure(`the executable in ${download.name} is not the one of the list; nothing was changed`)
    await chmod(unpacked, 0o755)
    await startOnce(unpacked)
    await backUpFirst(context)
    await swap(program, unpacked)
  } catch (error) {
    throw failureOf(error, folder)
  } finally {
    await Promise.all([archive, unpacked].map((path) => rm(path, { force: true })))
  }
}

async function fetchInto(
  context: CommandContext,
  place: Place,
  { name, bytes, sha256 }: Download,
  path: string,
): Promise<void> {
  const progress = context.progress('download', bytes, 'bytes')
  await using file = await open(path, 'wx', 0o600)
  try {
    const found = await place.copyInto(name, file, bytes, (done) => progress.update(done))
    if (found !== sha256)
      throw new Failure(`${name} is not the file that the list names; nothing was changed, try again`)
    await file.sync()
  } finally {
    progress.end()
  }
}

/** Starts the new program once: one that does not start here must not replace one that does. */
async function startOnce(path: string): Promise<void> {
  try {
    await promisify(execFile)(path, ['--version'], { timeout: startMsMax, windowsHide: true })
  } catch (error) {
    const { stderr, message } = error as { readonly stderr?: string; readonly message: string }
    throw new Failure(
      `the new windrow does not start here (${(stderr || message).trim().split('\n')[0]}); nothing was changed`,
    )
  }
}

async function backUpFirst(context: CommandContext): Promise<void> {
  if (!hasStore(context.config.data)) return
  const made = await withApp(context, (app) => backUp(app, { signal: context.signal }))
  if (made !== null) context.note(`the store is backed up: ${made.path}`)
}

/**
 * Except on Windows there is a program under the name at every moment. There the file of a running program can only be
 * renamed, so a kill between the two renames leaves the old name alone.
 */
async function swap(program: string, next: string): Promise<void> {
  const old = oldOf(program)
  await rm(old, { force: true }).catch((error: NodeJS.ErrnoException) => {
    throw new Failure(
      `${basename(old)} cannot be removed (${error.code}); end the windrow that runs it, nothing was changed`,
    )
  })
  await keepAs(program, old)
  await rename(next, program).catch(async (error: unknown) => {
    await rename(old, program)
    throw error
  })
  await syncFolder(dirname(program))
}

async function keepAs(program: string, name: string): Promise<void> {
  if (process.platform === 'win32') await rename(program, name)
  else await link(program, name).catch(() => copyFile(program, name))
}

/** Gives the program its name back, when an earlier update was cut off between its renames. */
async function takeBackName(context: CommandContext, program: string, lost: string): Promise<void> {
  await rename(program, lost)
  context.answer(
    { back: true, program: lost, old: null },
    () => `an update was interrupted; ${basename(lost)} is the earlier windrow again, and can be updated`,
  )
}

/** Puts the old program back. The present one becomes the old one, so that this can be undone the same way. */
async function goBack(context: CommandContext, program: string): Promise<void> {
  const old = oldOf(program)
  if (!existsSync(old)) throw new Failure(`there is no ${basename(old)} to go back to; nothing was changed`)
  const folder = dirname(program)
  const aside = join(folder, `.${process.pid}.${basename(program)}`)
  try {
    await keepAs(program, aside)
    try {
      await rename(old, program)
      await rename(aside, old)
    } catch (error) {
      if (!existsSync(old)) await keepAs(program, old)
      await rename(aside, program)
      throw error
    }
  } catch (error) {
    throw failureOf(error, folder)
  } finally {
    if (existsSync(program)) await rm(aside, { force: true })
  }
  await syncFolder(folder)
  context.answer({ back: true, program, old }, () => 'the earlier windrow is back; start it again')
  context.note(
    'A store that the newer one upgraded stays as it is; windrow doctor says so, and how to go back to its old file.',
  )
}

function failureOf(error: unknown, folder: string): unknown {
  if (error instanceof DamagedZip) return new Failure(`the download is damaged: ${error.message}; nothing was changed`)
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EFBIG')
    return new Failure(`the disk of ${folder} is full; free some space and try again, nothing was changed`)
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new Failure(`${folder} may not be written; run windrow update as its owner, nothing was changed`)
  return error
}
