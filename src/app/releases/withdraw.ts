// Withdraws a release: it stays in the history with the reason, and its packages are no longer given out.
import { ok, refuse, type Result } from '../../base/result.ts'
import { releaseReasonLengthMax } from '../../domain/limits.ts'
import { isSameVersion, type Release } from '../../domain/release.ts'
import { allReleases, putAudit, putRelease } from '../../store/records.ts'
import type { Actor } from '../actor.ts'
import type { App } from '../app.ts'
import { change } from '../change.ts'
import { mayPublish, type ReleaseRefusal } from './publish.ts'

export async function withdrawRelease(
  app: App,
  actor: Actor | null,
  version: string,
  reason: string,
): Promise<Result<Release, ReleaseRefusal>> {
  const why = reason.trim()
  const isFine = why !== '' && why.length <= releaseReasonLengthMax && why.isWellFormed() && !/[^\P{Cc}\n]/u.test(why)
  if (!isFine) return refuse({ code: 'release_reason' })
  return await change<Actor | null, Release, ReleaseRefusal>(app, actor, (txn, acting) => {
    if (!mayPublish(acting)) return refuse({ code: 'releases_out_of_reach' })
    const known = allReleases(txn.db).find((each) => isSameVersion(each.version, version))
    if (known === undefined) return refuse({ code: 'no_release', version })
    if (known.withdrawn !== null) return refuse({ code: 'release_withdrawn', version: known.version })
    const userId = acting?.user.id ?? null
    const release = { ...known, withdrawn: { atMs: txn.timeMs, why, userId } }
    putRelease(txn, known, release)
    putAudit(txn, { userId, action: 'release.withdraw', subject: known.version, details: { why } })
    return ok(release)
  })
}
