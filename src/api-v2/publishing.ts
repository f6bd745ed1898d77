// The addresses that list editions and releases. They need a key; those for players need none: docs/releases.md.
import * as z from 'zod'
import { listEditions } from '../app/editions/read-editions.ts'
import { listReleases } from '../app/releases/read-releases.ts'
import { success } from '../api-v1/answer.ts'
import { isoTime } from '../base/time.ts'
import { editionDocument, presentRelease, releasedDocument, TEST_STATES, testOf } from '../domain/release.ts'
import { asking, type Declared } from './declared.ts'
import { answer, count, id, Time } from './shapes.ts'

const editions = asking({
  name: 'editions',
  path: '/editions',
  summary: 'Editions with their rules, in the order in which they were made',
  gives: answer(
    {
      editions: z.array(
        z.looseObject({
          slug: z.string(),
          variant: z.string(),
          label: z.string(),
          description: z.string(),
          audience: z.string(),
          rules: z.array(z.string()),
        }),
      ),
    },
    { count },
  ),
  run: ({ app }) => {
    const list = listEditions(app).map(editionDocument)
    return success({ editions: list }, { count: list.length })
  },
})

const releases = asking({
  name: 'releases',
  path: '/releases',
  summary: 'Releases, newest first',
  gives: answer(
    {
      releases: z.array(
        z.looseObject({
          version: z.string(),
          published_at: Time,
          status: z.enum(['current', 'superseded', 'withdrawn']),
          withdrawn_reason: z.string().nullable(),
          game_build: id.nullable(),
          game_tested: z.boolean(),
          game_test: z.object({ state: z.enum(TEST_STATES), note: z.string() }),
          notes: z.string(),
          editions: z.array(
            z.looseObject({
              edition: z.string(),
              package: z.string(),
              size_bytes: count,
              sha256: z.string(),
              translated_rows: count,
            }),
          ),
        }),
      ),
    },
    { count },
  ),
  run: ({ app }) => {
    const all = listReleases(app)
    const present = presentRelease(all)
    const list = all.map((release) => ({
      version: release.version,
      published_at: isoTime(release.atMs),
      status: release.withdrawn !== null ? 'withdrawn' : release === present ? 'current' : 'superseded',
      withdrawn_reason: release.withdrawn?.why ?? null,
      game_build: release.gameBuild,
      game_tested: release.isTested,
      game_test: testOf(release),
      notes: release.notes,
      editions: release.editions.map(releasedDocument),
    }))
    return success({ releases: list }, { count: list.length })
  },
})

export const PUBLISHING: readonly Declared[] = [editions, releases]
