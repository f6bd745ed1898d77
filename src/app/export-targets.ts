// Where an export's files go, and what must never happen there: the untouched game file is never written over, be it
// named by a link, by another spelling or by its very name (command line, export).
import { type BigIntStats } from 'node:fs'
import { mkdir, realpath, rmdir, stat } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { ok, refuse, type Result } from '../base/result.ts'

export interface ExportTarget {
  readonly slot: 'main' | 'diff'
  readonly template: string
  readonly path: string
}

export interface Refused {
  /** A sentence for people that says what to do. */
  readonly message: string
}

export interface TargetRequest {
  readonly main: string
  readonly diff: string | null
  readonly out: string
  readonly force: boolean
}

/** Plans the targets and makes the folder for them. Nothing is made when the plan is refused. */
export async function planTargets(request: TargetRequest): Promise<Result<readonly ExportTarget[], Refused>> {
  const { main, diff, out, force } = request
  const targets: ExportTarget[] = [{ slot: 'main', template: main, path: join(out, basename(main)) }]
  if (diff !== null) targets.push({ slot: 'diff', template: diff, path: join(out, basename(diff)) })

  const folder = await statOf(out)
  if (folder !== null && !folder.isDirectory()) return refuse({ message: `${out} is a file; name a folder with --out` })
  const refusal = (await templateRefusal(targets)) ?? sameNameRefusal(targets)
  if (refusal !== null) return refuse({ message: refusal })
  for (const { path } of targets) {
    for (const { template } of targets) {
      if (await isSameFile(path, template)) {
        return refuse({ message: `${path} is the untouched game file itself; give another folder with --out` })
      }
    }
    const there = await statOf(path)
    if (there?.isDirectory() === true) return refuse({ message: `${path} is a folder; give another one with --out` })
    if (there !== null && !force) {
      return refuse({ message: `${path} exists; give another folder with --out, or replace it with --force` })
    }
  }
  return ok(targets)
}

/** Makes the folder; gives a function that takes it away again if it was made here and is still empty. */
export async function makeFolder(out: string): Promise<() => Promise<void>> {
  const made = await mkdir(out, { recursive: true })
  return async () => {
    if (made !== undefined) await rmdir(out).catch(() => undefined)
  }
}

async function templateRefusal(targets: readonly ExportTarget[]): Promise<string | null> {
  for (const { template } of targets) {
    const there = await statOf(template)
    if (there === null) return `there is no file ${template}; check the name`
    if (!there.isFile()) return `${template} is no file; name a game file`
  }
  const [main, diff] = targets
  return main !== undefined && diff !== undefined && (await isSameFile(main.template, diff.template))
    ? `--main and --diff name the same file, ${diff.template}; give the main file and its diff`
    : null
}

function sameNameRefusal([main, diff]: readonly ExportTarget[]): string | null {
  if (main === undefined || diff === undefined) return null
  const isSameName = basename(main.path).toLowerCase() === basename(diff.path).toLowerCase()
  return isSameName ? `main and diff have the same name, ${basename(main.path)}, and would replace one another` : null
}

/** Null when there is nothing. */
async function statOf(path: string): Promise<BigIntStats | null> {
  try {
    return await stat(path, { bigint: true })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    throw error
  }
}

/** By what the file system says of them (links of both kinds), and by their real paths where it says nothing of use. */
async function isSameFile(a: string, b: string): Promise<boolean> {
  const [one, other] = [await statOf(a), await statOf(b)]
  if (one === null || other === null) return false
  if (one.ino !== 0n && one.dev === other.dev && one.ino === other.ino) return true
  return (await realpath(resolve(a))) === (await realpath(resolve(b)))
}
