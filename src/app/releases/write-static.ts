// Writes releases as files for any web host: feed, page, picture and packages. Packages with the right size stay, those
// of withdrawn releases go; feed and page are written last, so that they never name a missing package.
import { copyFile, mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile, syncFolder, writeWhole } from '../../base/whole-file.ts'
import { ok, refuse, type Result } from '../../base/result.ts'
import { filesOf, type Release } from '../../domain/release.ts'
import type { App } from '../app.ts'
import { type Feed, type FeedAddresses, makeFeed } from './feed.ts'
import { packagePath } from './release-files.ts'

export type StaticRefusal = { readonly code: 'nothing_published' } | { readonly code: 'release_address' }

export interface StaticPage {
  readonly name: string
  readonly text: string
}

/** Writes the folder. `baseUrl`: the address under which the host serves it. */
export async function writeStatic(
  app: App,
  to: string,
  baseUrl: string,
  pagesOf: (feed: Feed, addresses: FeedAddresses) => Promise<readonly StaticPage[]>,
): Promise<Result<null, StaticRefusal>> {
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) return refuse({ code: 'release_address' })
  const base = baseUrl.replace(/\/+$/, '')
  const addresses = { page: `${base}/`, packageOf: (name: string) => `${base}/packages/${encodeURIComponent(name)}` }
  const feed = makeFeed(app, addresses)
  if (feed === null) return refuse({ code: 'nothing_published' })
  await copyPackages(app, join(to, 'packages'), feed.releases)
  await mkdir(join(to, 'latest'), { recursive: true })
  for (const { name, text } of await pagesOf(feed, addresses)) await writeText(join(to, name), text)
  for (const slug of feed.slugs) await writeText(join(to, 'latest', `${slug}.json`), feed.latestOf(slug).body)
  await writeText(join(to, 'latest.json'), feed.latest.body)
  await writeText(join(to, 'releases.json'), feed.everything.body)
  return ok(null)
}

const writeText = (path: string, text: string | Buffer): Promise<void> =>
  writeWhole(path, (file) => file.writeFile(text))

async function copyPackages(app: App, folder: string, releases: readonly Release[]): Promise<void> {
  await mkdir(folder, { recursive: true })
  const packages = (isWithdrawn: boolean) =>
    releases
      .filter(({ withdrawn }) => (withdrawn !== null) === isWithdrawn)
      .flatMap(({ editions }) => editions.flatMap(filesOf))
  for (const file of packages(true)) await rm(join(folder, file.name), { force: true })
  const there = new Set(await readdir(folder))
  for (const file of packages(false)) {
    const target = join(folder, file.name)
    if (there.has(file.name) && (await stat(target)).size === file.sizeBytes) continue
    const part = `${target}.part`
    await copyFile(packagePath(app, file.name), part)
    await using copy = await open(part, 'r+')
    await copy.sync()
    await replaceFile(part, target)
  }
  await syncFolder(folder)
}
