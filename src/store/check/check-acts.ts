// Checks the acts, people's work on texts by hand. The key contains all of an act.
import { actIn } from '../records/activity.ts'
import { entriesOf } from './check-reading.ts'
import type { Visit } from './check-findings.ts'

export function checkActs({ db, findings, users }: Visit): void {
  for (const { key } of entriesOf(db, 'act_of_person')) {
    findings.count('act_of_person')
    const at = `act ${key.toString('hex', 1)}`
    if (actIn(key) === null) findings.add('act_of_person', at, 'is no key of this table')
    else if (!users.has(key.readUInt32BE(1)))
      findings.add('act_of_person', at, `is of person ${key.readUInt32BE(1)}, who is not stored`)
  }
}
