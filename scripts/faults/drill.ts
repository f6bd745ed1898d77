// The restore drill: a server with automatic backups, clients at work, then the whole data folder is lost. What comes back
// from the newest backup must be whole, hold every batch that was acknowledged before it began, and serve.
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { History, record } from './history.ts'
import { diceOf } from './random.ts'
import { verify } from './verify.ts'
import { makeWorld, startServer } from './world.ts'

const writers = 64
const earlier = 'windrow-2026-01-01T00-00-00Z.backup'

function automaticIn(data: string): string[] {
  const folder = join(data, 'backups')
  return existsSync(folder)
    ? readdirSync(folder).filter((name) => name.endsWith('.backup') && !name.startsWith('.') && name !== earlier)
    : []
}

export async function runDrill(say: (text: string) => void): Promise<{ lines: string[]; problems: string[] }> {
  const world = await makeWorld()
  try {
    await world.windrow('setting', 'set', 'backup_every_hours', '1')
    await world.windrow('setting', 'set', 'backups_kept', '2')
    // With an earlier one the next is due at once.
    mkdirSync(join(world.data, 'backups'))
    await world.windrow('backup', join(world.data, 'backups', earlier), '--quiet')
    const history = new History()
    const server = await startServer(world.data)
    const dice = diceOf(5)
    const acknowledgedBefore = new Set<number>()
    // The automatic backup begins ten seconds after the server, the second one by hand, both in the middle of 64 writers.
    await wait(9_000)
    const state = { isOver: false }
    const busy = Array.from({ length: writers }, async () => {
      while (!state.isOver) await record(history, server.url, history.newCall(world, dice, 0))
    })
    for (let n = 0; n < 300 && automaticIn(world.data).length === 0; n++) await wait(100)
    for (const call of history.answered()) if (call.answer?.status === 200) acknowledgedBefore.add(call.id)
    const byHand = join(world.folder, 'by-hand')
    await world.windrow('backup', byHand, '--quiet')
    await wait(300)
    state.isOver = true
    await Promise.all(busy)
    await server.kill()
    const automatic = automaticIn(world.data)
    say(`drill: ${automatic.length} automatic backup, ${history.calls.length} batches`)

    const lost = join(world.folder, 'lost')
    renameSync(world.data, lost)
    const problems: string[] = []
    if (automatic.length !== 1) problems.push(`${automatic.length} automatic backups were made`)
    for (const name of automatic) {
      const data = join(world.folder, 'from-automatic')
      await world.windrow('restore', join(lost, 'backups', name), '--data', data, '--quiet')
      await world.windrow('check', '--data', data, '--quiet')
    }
    await world.windrow('restore', byHand, '--quiet')
    // What was acknowledged before the backup has to be there; of later batches each is there whole or not at all.
    for (const call of history.calls) if (!acknowledgedBefore.has(call.id)) call.answer = null
    problems.push(...(await verify(world.data, history)))
    const again = await startServer(world.data)
    const sent = await record(history, again.url, history.newCall(world, dice, 0))
    if (sent === null || sent.status >= 500) problems.push(`the restored server answers ${sent?.status}`)
    await again.stop()
    const line = `${acknowledgedBefore.size} batches acknowledged before a backup under ${writers} writers are in it; restored, checked and served`
    return { lines: [line], problems }
  } finally {
    world.remove()
  }
}
