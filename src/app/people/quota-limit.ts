// How many rows a day a person may write through API v1.
import { isRoleAtLeast } from '../../domain/access.ts'
import type { User } from '../../domain/people.ts'
import type { Settings } from '../../domain/settings.ts'

export const quotaLimitOf = (settings: Settings, user: User): number =>
  user.dailyRowQuota ?? (isRoleAtLeast(user.role, 'admin') ? settings.daily_row_quota_admin : settings.daily_row_quota)
