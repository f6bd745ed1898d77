// Checks what is counted of people's acts: known people and kinds, and each under its own key.
import { hourOf } from '../../domain/team/act.ts'
import type { Database } from '../file/environment.ts'
import { activityKey } from '../records/team/act-writer.ts'
import { actIn } from '../records/team/activity.ts'
import type { Findings } from './check-findings.ts'
import { entriesOf, parseRecord } from './check-reading.ts'
import { ActivitySchema } from './check-schemas.ts'

export function checkActivity(db: Database, findings: Findings, users: ReadonlySet<number>): void {
  for (const { key, value } of entriesOf(db, 'activity')) {
    findings.count('activity')
    const at = `activity ${key.toString('hex', 1)}`
    const record = parseRecord(findings, 'activity', at, value, ActivitySchema)
    if (record === null) continue
    const { firstMs, lastMs, userId } = record
    if (!users.has(userId)) findings.add('activity', at, `is of person ${userId}, who is not stored`)
    if (firstMs > lastMs || hourOf(firstMs) !== hourOf(lastMs) || !activityKey(hourOf(lastMs), record).equals(key))
      findings.add('activity', at, 'is stored under another hour, person or kind than its own')
  }
  for (const { key } of entriesOf(db, 'act_of_person')) {
    findings.count('act_of_person')
    const at = `act ${key.toString('hex', 1)}`
    if (actIn(key) === null) findings.add('act_of_person', at, 'is no key of this table')
    else if (!users.has(key.readUInt32BE(1)))
      findings.add('act_of_person', at, `is of person ${key.readUInt32BE(1)}, who is not stored`)
  }
}
