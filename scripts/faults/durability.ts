// Durability, from the log of system calls: a kill shows nothing about it, since the page cache outlives a process. Before
// a batch's answer is sent, the data of its transaction has been flushed (fdatasync ended) and after that its header has
// been written through (the write on the descriptor with O_DSYNC ended).
import { join } from 'node:path'
import { History, record } from './history.ts'
import { diceOf } from './random.ts'
import { canTrace, fdOf, mainFiles, readLog, startTraced, type SystemCall } from './strace.ts'
import { makeWorld } from './world.ts'

const batches = 40

export async function runDurability(say: (text: string) => void): Promise<{ lines: string[]; problems: string[] }> {
  if (!canTrace()) return { lines: ['strace is not here, or may not trace: nothing was shown'], problems: [] }
  const world = await makeWorld()
  try {
    const log = join(world.folder, 'strace.log')
    const server = await startTraced(world.data, log, { everything: true })
    const history = new History()
    const dice = diceOf(1)
    for (let i = 0; i < batches; i++) {
      const sent = await record(history, server.url, history.newCall(world, dice, 0))
      if (sent?.status !== 200 && sent?.status !== 429) throw new Error(`a batch got ${sent?.status} ${sent?.body}`)
    }
    await server.stop()
    say(`durability: read ${log}`)
    return judge(readLog(log), history.answered().filter(({ answer }) => answer?.status === 200).length)
  } finally {
    world.remove()
  }
}

const isAnswer = ({ name, text }: SystemCall): boolean =>
  (name === 'write' || name === 'writev' || name === 'sendto' || name === 'sendmsg') &&
  text.includes('HTTP/1.1 200') &&
  !text.includes('Idempotent-Replayed')

/** Answers came one after the other, so between two of them lies exactly the transaction of the second. */
function judge(calls: readonly SystemCall[], expected: number): { lines: string[]; problems: string[] } {
  const { data, header } = mainFiles(calls)
  const problems: string[] = []
  const answers = calls.filter(isAnswer)
  let from = 0
  for (const answer of answers) {
    const between = calls.filter(({ began, ended }) => began >= from && ended < answer.began)
    const flush = between.find(
      (call) => call.name === 'fdatasync' && data.has(fdOf(call)) && call.result.startsWith('0'),
    )
    const written = between.find(
      (call) => call.name === 'pwrite64' && header.has(fdOf(call)) && !call.result.startsWith('-'),
    )
    const lastData = between.findLast((call) => call.name !== 'fdatasync' && data.has(fdOf(call)))
    const where = `the answer at line ${answer.began + 1} of the log`
    if (flush === undefined) problems.push(`${where} was sent without a flush of the data`)
    else if (written === undefined) problems.push(`${where} was sent before its header was written through`)
    else if (written.began < flush.ended) problems.push(`${where}: the header was written before the data was flushed`)
    else if (lastData !== undefined && lastData.ended > flush.began)
      problems.push(`${where}: data was written after its flush`)
    from = answer.ended
  }
  if (answers.length < expected)
    problems.push(`${expected} good answers were received and ${answers.length} are in the log`)
  const line = `${answers.length} answers, each sent after its fdatasync and after that its header write (O_DSYNC) had ended`
  return { lines: problems.length === 0 ? [line] : [], problems }
}
