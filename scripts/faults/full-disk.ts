// A full disk: a server on a small tmpfs where mounting is allowed, else under a limit on the size of its files. Writes are
// refused whole, reads go on, and when space returns the server goes on without a restart.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { History, record } from './history.ts'
import { diceOf } from './random.ts'
import { verify } from './verify.ts'
import { idOf, makeWorld, type Server, startServer, type World } from './world.ts'

type Outcome = { lines: string[]; problems: string[] }

export async function runFullDisk(say: (text: string) => void): Promise<Outcome> {
  const mount = mkdtempSync(join(tmpdir(), 'windrow-full-'))
  const isMounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=6m', 'windrow-faults', mount]).status === 0
  try {
    say(isMounted ? 'full-disk: on a tmpfs of 6 MiB' : 'full-disk: no mounting here, under ulimit -f')
    return isMounted ? await onSmallDisk(mount) : await underLimit()
  } finally {
    if (isMounted) spawnSync('umount', [mount])
    rmSync(mount, { recursive: true, force: true })
  }
}

async function onSmallDisk(mount: string): Promise<Outcome> {
  const world = await makeWorld(mount)
  const server = await startServer(world.data)
  const history = new History()
  const problems: string[] = []
  const ballast = join(mount, 'ballast')
  const before = await writeUntilRefused(world, server, history, 3)
  // Everything that is left goes to somebody else's file.
  fill(ballast, mount)
  const during = await writeUntilRefused(world, server, history, 40)
  problems.push(...(await judgeReads(world, server)))
  rmSync(ballast)
  const after = await writeUntilRefused(world, server, history, 5)
  if (during.refused === 0) problems.push(`the disk never was full: ${during.saved} batches saved`)
  if (after.refused > 0 || after.saved === 0)
    problems.push(`after space came back ${after.refused} batches were refused`)
  problems.push(...before.odd, ...during.odd, ...after.odd)
  await server.stop()
  problems.push(...(await startsOnFullDisk(world, ballast, mount)))
  problems.push(...(await verify(world.data, history)))
  const line = `tmpfs: ${before.saved} batches saved, then full: ${during.saved} saved and ${during.refused} refused, then space: ${after.saved} saved by the same process`
  return { lines: [line], problems }
}

function fill(file: string, mount: string): void {
  const { bavail, bsize } = statfsSync(mount)
  try {
    writeFileSync(file, Buffer.alloc(bavail * bsize, 1))
  } catch {
    // That is what we want: nothing is left.
  }
}

/** A server on a full disk starts and reads, or says in one sentence why not; it never just dies. */
async function startsOnFullDisk(world: World, ballast: string, mount: string): Promise<string[]> {
  fill(ballast, mount)
  try {
    const server = await startServer(world.data)
    const problems = await judgeReads(world, server)
    await server.stop()
    return problems
  } catch (error) {
    const said = (error as Error).message
    return /ended with 1: error: /.test(said) ? [] : [`starting on a full disk: ${said}`]
  } finally {
    rmSync(ballast, { force: true })
  }
}

interface Tally {
  saved: number
  refused: number
  readonly odd: string[]
}

/** Sends up to `count` batches, and stops after three refusals. */
async function writeUntilRefused(world: World, server: Server, history: History, count: number): Promise<Tally> {
  const tally: Tally = { saved: 0, refused: 0, odd: [] }
  const dice = diceOf(history.calls.length)
  for (let i = 0; i < count && tally.refused < 3; i++) {
    const call = { ...history.newCall(world, dice, 0), secret: world.people[0]?.secrets[0] ?? '' }
    history.calls[call.id] = call
    const sent = await record(history, server.url, call)
    if (sent?.status === 200) tally.saved++
    else if (sent?.status === 422 && sent.body.includes('"error":"save_failed"')) tally.refused++
    else tally.odd.push(`a batch got ${sent?.status} ${sent?.body.slice(0, 200)}`)
  }
  return tally
}

async function judgeReads(world: World, server: Server): Promise<string[]> {
  const headers = { 'X-API-Key': world.people[0]?.secrets[0] ?? '' }
  const row = await fetch(`${server.url}/api/v1/rows/${idOf(7)}`, { headers })
  return row.status === 200 ? [] : [`while the disk was full a row got ${row.status} ${await row.text()}`]
}

const blocksPerMebibyte = 1024

/** The store may not grow by much: the size of every file of the server is limited, which no one can lift again. */
export async function underLimit(): Promise<Outcome> {
  const world = await makeWorld()
  try {
    // Node ignores the signal of a file that grows too large by itself, Deno would be ended by it.
    const under = ['bash', '-c', `trap '' XFSZ; ulimit -f ${2 * blocksPerMebibyte}; exec "$@"`, 'bash']
    const server = await startServer(world.data, { under })
    const history = new History()
    const during = await writeUntilRefused(world, server, history, 2_000)
    const problems = [...during.odd, ...(await judgeReads(world, server))]
    if (during.refused === 0) problems.push(`the limit never held: ${during.saved} batches saved`)
    await server.stop()
    const again = await startServer(world.data)
    const after = await writeUntilRefused(world, again, history, 5)
    await again.stop()
    problems.push(...after.odd, ...(await verify(world.data, history)))
    if (after.saved !== 5) problems.push('without the limit it does not save')
    return {
      lines: [
        `ulimit -f: ${during.saved} batches saved, then ${during.refused} refused; without the limit saved again`,
      ],
      problems,
    }
  } finally {
    world.remove()
  }
}
