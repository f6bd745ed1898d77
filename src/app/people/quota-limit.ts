// How many rows a day a person may write through API v1.
import { isRoleAtLeast } from '../../domain/access.ts'
import type { User } from '../../domain/people.ts'
import type { App } from '../app.ts'

/** The person's rows a day: their own, or the setting for their role. */
export function quotaLimitOf(app: App, user: User): number {
  const { settings } = app.rules.now()
  return (
    user.dailyRowQuota ??
    (isRoleAtLeast(user.role, 'admin') ? settings.daily_row_quota_admin : settings.daily_row_quota)
  )
}
