// `windrow publish`: makes a release, and writes players' files for any web host.
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { assetText } from '../../../admin/assets.ts'
import { ENGLISH, speaking } from '../../../admin/language/language.ts'
import { findLanguage } from '../../../admin/language/known-languages.ts'
import { picturedProgress, playersPage } from '../../../admin/pages/players/players-page.ts'
import type { App } from '../../../app/app.ts'
import type { Feed, FeedAddresses } from '../../../app/releases/feed.ts'
import { type Published, publishRelease } from '../../../app/releases/publish.ts'
import { type StaticPage, writeStatic } from '../../../app/releases/write-static.ts'
import { isOfAnotherGame } from '../../../app/rules.ts'
import { isoTime } from '../../../base/time.ts'
import { numeral } from '../../../base/numeral.ts'
import { releasedDocument, type ReleaseTest, TEST_STATES } from '../../../domain/release.ts'
import { defaultLevel } from '../../../../packages/formats/src/container/default-level.ts'
import { collectSeldom, keepHeapSmall } from '../../../runtime/small-heap.ts'
import type { CommandContext, ParsedArgs, Runnable } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { actingPerson } from '../../named-person.ts'
import { withReadableOptions } from '../../streams/input.ts'
import { ALSO, AS_LANGUAGE, asLanguageOf, LEVEL } from './game-folder.ts'
import { valueOf, valueOrUsage } from '../value-of.ts'
import { withStore } from '../../with-app.ts'
import { VERSION, FILE, TEXT, NAME, FOLDER, SLUG, word } from '../../options.ts'

const wordOf = (state: ReleaseTest['state']): string => state.replace('_', '-')

export const command: Runnable = {
  name: 'publish',
  summary: 'Make a release for players: packages of the editions, and the feed that launchers read',
  details: [
    'The packages are ZIPs with the paths of the game (Package/HD/oversea/locale/…; of another game those of its folder). ' +
      'From then on windrow serve ' +
      'gives page, feed and packages to everybody: docs/releases.md.',
    '--to writes the same as files for any web host, with VERSION after publishing it, without VERSION for what was published before.',
    '--json: version, published_at, editions {edition, package, size_bytes, sha256, translated_rows, same_as}, warnings, to, seconds.',
  ],
  arguments: [{ value: VERSION, summary: 'Its version for players, such as v2.6.2', isOptional: true }],
  options: [
    { name: 'main', summary: 'Untouched main file, the template', value: FILE },
    { name: 'diff', summary: 'Untouched diff file, the template', value: FILE },
    ALSO,
    {
      name: 'edition',
      summary: 'Only this edition; repeat for more',
      value: SLUG,
      defaultText: 'all editions',
      isRepeatable: true,
    },
    { name: 'notes', summary: 'What is new, for players', value: TEXT },
    { name: 'notes-file', summary: 'File with what is new', value: FILE, excludes: ['notes'] },
    {
      name: 'game-build',
      summary: "Steam's build number of the game that it fits",
      value: { kind: 'integer', placeholder: 'N', min: 1, max: 0xffff_ffff },
    },
    {
      name: 'test',
      summary: 'How far it was tried in that game; launchers ask before they install one that is not verified',
      value: word('STATE', TEST_STATES.map(wordOf), 'state of test'),
      defaultText: 'unverified',
      excludes: ['tested'],
    },
    { name: 'tested', summary: 'Short for --test verified' },
    { name: 'test-note', summary: 'What was tried or is known, for players', value: TEXT },
    { ...LEVEL, summary: 'Compression of the game files, from 1 (fast) to 22 (small)' },
    AS_LANGUAGE,
    { name: 'as', summary: 'Publish as this person, with their rights', value: NAME },
    { name: 'to', summary: 'Write page, feed and packages into this folder', value: FOLDER },
    { name: 'base-url', summary: 'Address under which the folder of --to is served', value: TEXT },
  ],
  examples: [
    'windrow publish v2.6.2 --main translate_words_map_en --diff translate_words_map_en_diff --game-build 20512345 --tested',
    'windrow publish --to public --base-url https://example.org/releases',
  ],
  async run(context, args) {
    const version = args.optionalArgument('VERSION')
    const to = args.text('to')
    if (version === undefined && to === undefined) throw new Usage('give the VERSION to publish, or --to DIR')
    if (version !== undefined && args.text('main') === undefined && args.text('diff') === undefined) {
      throw new Usage('publishing needs the untouched files of the game: --main, --diff or both')
    }
    if (to !== undefined && args.text('base-url') === undefined) {
      throw new Usage('--to needs --base-url, the address under which the folder is served')
    }
    keepHeapSmall()
    collectSeldom()
    const startMs = context.clock.monotonicMs()
    await withStore(context, async (app) => {
      const published =
        version === undefined
          ? null
          : await withReadableOptions(context, args, ['main', 'diff'], (readable) =>
              publish(context, readable, app, version),
            )
      if (to !== undefined) {
        const folder = resolve(context.cwd, to)
        valueOrUsage(await writeStatic(app, folder, args.text('base-url') ?? '', (...of) => pagesOf(app, ...of)))
      }
      const seconds = Math.round(context.clock.monotonicMs() - startMs) / 1000
      for (const warning of published?.warnings ?? []) context.warn(warning)
      context.answer({ ...documentOf(published), to: to ?? null, seconds }, () => [
        ...linesOf(published),
        ...(to === undefined ? [] : [`wrote the page, the feed and the packages to ${to}`]),
        `done in ${seconds} s`,
      ])
      if (published !== null && to === undefined) context.next('players find it where windrow serve runs, at /releases')
    })
  },
}

function testStateOf(args: ParsedArgs): ReleaseTest['state'] {
  if (args.flag('tested')) return 'verified'
  return TEST_STATES.find((state) => wordOf(state) === args.text('test')) ?? 'unverified'
}

async function publish(context: CommandContext, args: ParsedArgs, app: App, version: string): Promise<Published> {
  const inCwd = (path: string | undefined): string | null => (path === undefined ? null : resolve(context.cwd, path))
  const file = args.text('notes-file')
  const notes = file === undefined ? (args.text('notes') ?? '') : await readFile(resolve(context.cwd, file), 'utf8')
  const progress = context.progress('translating', undefined, 'rows')
  const published = await publishRelease(app, actingPerson(app, args), {
    version,
    notes: notes.replaceAll('\r\n', '\n').trim(),
    gameBuild: args.integer('game-build') ?? null,
    test: { state: testStateOf(args), note: args.text('test-note') ?? '' },
    editions: args.texts('edition'),
    main: inCwd(args.text('main')),
    diff: inCwd(args.text('diff')),
    also: args.texts('also').map((path) => resolve(context.cwd, path)),
    level: args.integer('level') ?? defaultLevel,
    ...asLanguageOf(args),
    signal: context.signal,
    onProgress: (done, total) => progress.update(done, total),
  }).finally(() => progress.end())
  return valueOf(published)
}

/** Pages for players, in the language of the translation if the site has it, because players speak it. */
function pagesOf(app: App, { releases }: Feed, addresses: FeedAddresses): Promise<readonly StaticPage[]> {
  const language = findLanguage(app.rules.now().settings.target_language) ?? ENGLISH
  return speaking(language, async () => {
    const page = await playersPage({
      releases,
      addresses,
      style: 'site.css',
      picture: 'progress.svg',
      isOther: isOfAnotherGame(app),
    })
    return [
      { name: 'site.css', text: assetText('site.css') },
      { name: 'progress.svg', text: picturedProgress(releases) },
      { name: 'index.html', text: page },
    ]
  })
}

function documentOf(published: Published | null): object {
  if (published === null) return { version: null }
  const { release, same, warnings } = published
  return {
    version: release.version,
    published_at: isoTime(release.atMs),
    editions: release.editions.map((edition) => ({
      ...releasedDocument(edition),
      same_as: same.get(edition.slug) ?? null,
    })),
    warnings,
  }
}

function linesOf(published: Published | null): string[] {
  if (published === null) return []
  const { release, same } = published
  return [
    `the release ${release.version} is published`,
    ...release.editions.map(({ slug, package: { name, sizeBytes }, translatedRows }) => {
      const equal = same.get(slug)
      const size = `${numeral(sizeBytes)} bytes, ${numeral(translatedRows)} translated rows`
      return `${slug}: ${name}, ${size}${equal === undefined ? '' : `; the same bytes as ${equal}`}`
    }),
  ]
}
