// Writes what earlier runs bought and could not write, before anything else is bought.
import { counted } from '../base/numeral.ts'
import { type Desk, settle } from './batch.ts'
import { waitingOf } from './kept-answers.ts'

/** Returns the rows that the quota still allows; null: nothing was written. Texts that are refused have their rows taken like others. */
export async function writeKept(desk: Desk): Promise<number | null> {
  const { kept, note, signal } = desk.plan
  const { own, others, damaged } = await kept.read()
  for (const path of damaged) note(`${path} can't be read and is left alone; delete it to be rid of it`)
  if (others > 0) note(`${counted(others, 'answer')} of another person, server, language or work wait for that command`)
  if (own.length > 0) note(`writing ${counted(waitingOf(own).texts, 'text')} that an earlier run bought`)
  let left: number | null = null
  for (const { path, origin, tasks, expected, answer } of own) {
    signal.throwIfAborted()
    const { quotaLeft } = await settle({ ...desk, plan: { ...desk.plan, origin } }, tasks, expected.input, answer)
    left = quotaLeft ?? left
    await kept.drop({ path })
  }
  return left
}
