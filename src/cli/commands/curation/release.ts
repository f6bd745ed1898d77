// `windrow release`: lists releases, and withdraws one.
import { listReleases } from '../../../app/releases/read-releases.ts'
import { withdrawRelease } from '../../../app/releases/publish.ts'
import { isoTime } from '../../../base/time.ts'
import { presentRelease, type Release, testOf } from '../../../domain/release.ts'
import type { Runnable } from '../../command.ts'
import { shownValue, tableLines } from '../../streams/lines.ts'
import { valueOrUsage } from '../value-of.ts'
import { withApp } from '../../with-app.ts'
import { VERSION, TEXT } from '../../options.ts'

const documentOf = (release: Release, present: Release | null) => ({
  version: release.version,
  published_at: isoTime(release.atMs),
  status: release.withdrawn !== null ? 'withdrawn' : release === present ? 'current' : 'superseded',
  withdrawn_reason: release.withdrawn?.why ?? null,
  game_build: release.gameBuild,
  tested: release.isTested,
  test: testOf(release),
  editions: release.editions.map(({ slug, package: { name, sizeBytes, sha256 } }) => ({
    edition: slug,
    package: name,
    size_bytes: sizeBytes,
    sha256,
  })),
})

export const list: Runnable = {
  name: 'release list',
  summary: 'List releases, newest first',
  examples: ['windrow release list', 'windrow release list --json'],
  run: (context) =>
    withApp(context, (app) => {
      const releases = listReleases(app)
      const documents = releases.map((release) => documentOf(release, presentRelease(releases)))
      context.answer(documents, () =>
        tableLines(documents, {
          version: ({ version }) => version,
          published: ({ published_at }) => shownValue(published_at),
          state: ({ status }) => status,
          'game build': ({ game_build }) => game_build ?? 'not said',
          editions: ({ editions }) => editions.map(({ edition }) => edition).join(' '),
        }),
      )
    }),
}

export const withdraw: Runnable = {
  name: 'release withdraw',
  summary: 'Withdraw a release: it stays in the history with the reason, and its packages are no longer given out',
  arguments: [{ value: VERSION, summary: 'The version' }],
  options: [{ name: 'why', summary: 'The reason, for players', value: TEXT, isRequired: true }],
  examples: ['windrow release withdraw v2.6.2 --why "Quest texts are mixed up; v2.6.3 follows"'],
  run: (context, args) =>
    withApp(context, async (app) => {
      const { version } = valueOrUsage(
        await withdrawRelease(app, null, args.argument('VERSION'), args.text('why') ?? ''),
      )
      context.answer({ version }, () => `withdrew the release ${version}`)
    }),
}
