// The routes that list editions and releases. Addresses for players, without a key: docs/releases.md.
import { listEditions } from '../app/editions/read-editions.ts'
import { listReleases } from '../app/releases/read-releases.ts'
import { type Answer, success } from '../api-v1/answer.ts'
import type { Call } from '../api-v1/visit.ts'
import { isoTime } from '../base/time.ts'
import { editionDocument, presentRelease } from '../domain/release.ts'
import { asked } from './asked.ts'
import { parseNoQuery } from './lookup-queries.ts'

/** GET /editions. */
export const editions = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const list = listEditions(call.app).map(editionDocument)
    return success({ editions: list }, { count: list.length })
  })

/** GET /releases. */
export const releases = (call: Call): Answer | Promise<Answer> =>
  asked(call, parseNoQuery, () => {
    const all = listReleases(call.app)
    const present = presentRelease(all)
    const list = all.map((release) => ({
      version: release.version,
      published_at: isoTime(release.atMs),
      status: release.withdrawn !== null ? 'withdrawn' : release === present ? 'current' : 'superseded',
      withdrawn_reason: release.withdrawn?.why ?? null,
      game_build: release.gameBuild,
      game_tested: release.isTested,
      notes: release.notes,
      editions: release.editions.map(({ slug, package: { name, sizeBytes, sha256 }, translatedRows }) => ({
        edition: slug,
        package: name,
        size_bytes: sizeBytes,
        sha256,
        translated_rows: translatedRows,
      })),
    }))
    return success({ releases: list }, { count: list.length })
  })
