// The ledger of what was bought: a file for each purchase, a prompt or a job of prompts, made before the model is asked and as large as
// the answer may be, because money is spent only on what a file can hold. The answer is in it, flushed, before anything else happens to
// it, and the file goes when none of its texts is owed. Not in backups; no key is in it, and no text but those bought.
// Layout: lines of JSON, the first a `Head`, then `Line`s as things happen; the room that is left is spaces.
// docs/translate.md#the-ledger
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextOrigin } from '../../../src/agent/agent.ts'
import { sha256Hex } from '../../../src/base/bytes.ts'
import { randomUUID } from '../../../src/base/crypto.ts'
import { Account, lineIn, paidFor, type Paid } from './account.ts'
import type { Brief } from './brief.ts'
import type { ModelAnswer } from './models/model.ts'
import type { Prompt } from './prompt.ts'
import type { Prices, Tokens } from './spending.ts'
import { type RefusedText, rowsOf, type Task } from './task.ts'

/** Who bought something. A run also writes what the same owner bought in earlier runs, even from another model. */
export interface Owner {
  /** Host and path of the server; '' for the store in whose data folder the ledger is. */
  readonly server: string
  readonly person: string
  readonly language: string
  readonly role: Brief['role'] | 'compare' | 'draft'
}

interface KeptRow {
  readonly rowId: string
  readonly sourceHash: string
  /** The revision that the text replaces; null: it replaces none. */
  readonly replaces: number | null
}

/** A task as it is saved: without the texts that its row had. */
export interface KeptTask {
  /** The task's own row first, then its twins. */
  readonly rows: readonly KeptRow[]
  readonly claimId: string
  /** Absent: an earlier version wrote it. */
  readonly answers?: number
  readonly failures: number
  readonly refused: RefusedText | null
}

export interface KeptPrompt {
  readonly tasks: readonly KeptTask[]
  /** Estimated tokens of prompt and answer. */
  readonly expected: Tokens
  /** A hash of the prompt's words, by which it is recognised. */
  readonly digest: string
}

interface Head {
  readonly origin: Omit<TextOrigin, 'copies'>
  readonly prices: Prices | null
  readonly prompts: readonly KeptPrompt[]
  /** The provider's address of a job. Absent: the prompt was sent by itself. */
  readonly job?: { readonly url: string }
}

/** A second answer for some texts of a prompt, which are named by their numbers from 1. */
export interface Second {
  readonly numbers: readonly number[]
  readonly answer: ModelAnswer
}

/** A bought text that can't be written to its row: its task, and the reason. */
export interface Open {
  /** The task's number in its prompt, from 0. */
  readonly task: number
  /** The reason: `source_changed`, `row_gone`, or a rule of the gate. */
  readonly why: string
}

type Line =
  | { readonly prompt: number; readonly answer: ModelAnswer }
  | { readonly prompt: number; readonly second: Second }
  /** The id of the job at its provider. */
  | { readonly job: string }
  | { readonly over: JobEnd }
  /** This prompt's texts are written, except those in `open`. */
  | { readonly done: number; readonly open: readonly Open[] }

export interface JobEnd {
  readonly status: string
  readonly message: string
}

export interface Place {
  readonly path: string
  /** Names the purchase: on the command line, and its job at the provider. */
  readonly name: string
  /** Where the next line begins in the file. */
  at: number
}

export interface Purchase extends Head, Place {
  readonly owner: Owner
  /** The answers, by the number of the prompt. */
  readonly answers: ReadonlyMap<number, ModelAnswer>
  readonly seconds: ReadonlyMap<number, Second>
  readonly jobId: string | null
  /** How the job ended. Null: it is no job, or it has not ended as far as a run has seen. */
  readonly over: JobEnd | null
  /** For each written prompt, by its number: the texts that could not be written. Other prompts are still to be written. */
  readonly done: ReadonlyMap<number, readonly Open[]>
}

interface Kept {
  readonly own: readonly Purchase[]
  readonly others: number
  /** Paths of files that can't be read. */
  readonly damaged: readonly string[]
}

/** What was bought and is not written yet. */
export interface Waiting {
  /** How many texts were bought; one for several rows with the same source counts once. */
  readonly texts: number
  /** Their cost by the prices; null: not known of all purchases. */
  readonly cost: number | null
  readonly files: readonly string[]
  readonly purchases: readonly WaitingPurchase[]
}

interface WaitingPurchase {
  readonly name: string
  readonly model: string
  readonly texts: number
  readonly cost: number | null
  /** How many texts can't be written to their row, by the reason. */
  readonly why: Readonly<Record<string, number>>
}

/** Sums up the answers that came, without texts that were written, and drafts, which a person asks for again. */
export function waitingOf(purchases: readonly Purchase[]): Waiting {
  const waiting = purchases.flatMap((purchase) => {
    if (purchase.owner.role === 'draft') return []
    const { path, name, origin, prompts, answers, done } = purchase
    const bought = [...answers.keys()].flatMap((prompt) => prompts[prompt]?.tasks ?? [])
    const left = [...answers.keys()].flatMap((prompt) => [...owedOf(purchase, prompt).values()])
    const { cost } = paidFor(purchase)
    const why: Record<string, number> = {}
    for (const { why: reason } of [...done.values()].flat()) why[reason] = (why[reason] ?? 0) + 1
    const texts = left.length
    const share = cost === null ? null : (cost * left.length) / Math.max(1, bought.length)
    return texts === 0 ? [] : [{ path, name: name.slice(0, shownLength), model: origin.model, texts, cost: share, why }]
  })
  return {
    texts: waiting.reduce((sum, { texts }) => sum + texts, 0),
    cost: waiting.reduce<number | null>((sum, { cost }) => (sum === null || cost === null ? null : sum + cost), 0),
    files: waiting.map(({ path }) => path),
    purchases: waiting.map(({ name, model, texts, cost, why }) => ({ name, model, texts, cost, why })),
  }
}

/** The tasks of a prompt whose text is not written yet, by their number from 0. */
export function owedOf({ prompts, done }: Purchase, prompt: number): ReadonlyMap<number, KeptTask> {
  const tasks = prompts[prompt]?.tasks ?? []
  const left = new Set(done.get(prompt)?.map(({ task }) => task) ?? tasks.keys())
  return new Map([...tasks.entries()].filter(([i]) => left.has(i)))
}

export const isFresh = ({ done }: Purchase): boolean => done.size === 0

export const keptPrompt = (tasks: readonly Task[], prompt: Prompt, expected: Tokens): KeptPrompt => ({
  tasks: tasks.map((task) => ({
    rows: rowsOf(task).map(({ rowId, sourceHash, layers: { machine } }) => ({
      rowId,
      sourceHash,
      replaces: machine?.revision ?? null,
    })),
    claimId: task.claimId,
    answers: task.answers,
    failures: task.failures,
    refused: task.refused,
  })),
  expected,
  digest: digestOf(prompt),
})

export const digestOf = ({ system, user }: Prompt): string => sha256Hex(`${system}\0${user}`).slice(0, digestLength)

const FILE_NAME = /^([0-9a-f]{32})\.jsonl$/
const shownLength = 8
const digestLength = 16
const bytesPerToken = 8
/** A file without an answer is removed after so many hours, because no run can still be waiting for its model. */
const emptyHoursMax = 24
/** How many texts that can't be written are kept; beyond that the oldest purchases are given up. */
const openTextsMax = 5_000
/** The longest answer that is kept; no whole answer is so long. */
const answerLengthMax = 2_000_000

export class Ledger {
  readonly folder: string
  readonly account: Account
  readonly #owner: Partial<Owner>

  /** A member that `owner` lacks may have any value; such a ledger is only for reading. */
  constructor(folder: string, owner: Partial<Owner>) {
    this.folder = folder
    this.account = new Account(folder)
    this.#owner = owner
  }

  /** Reads all purchases, the oldest first. */
  async read(): Promise<Kept> {
    const own: { readonly purchase: Purchase; readonly madeMs: number }[] = []
    const damaged: string[] = []
    let others = 0
    for (const file of await readdir(this.folder).catch(() => [])) {
      const [, name] = FILE_NAME.exec(file) ?? []
      if (name === undefined) continue
      const path = join(this.folder, file)
      try {
        const purchase = purchaseIn(await readFile(path), { path, name })
        const { birthtimeMs: madeMs, mtimeMs } = await stat(path)
        const isEmpty = purchase.job === undefined && purchase.answers.size === 0
        if (isEmpty && Date.now() - mtimeMs > emptyHoursMax * 3_600_000) await this.drop(purchase)
        else if (isSome(purchase.owner, this.#owner)) own.push({ purchase, madeMs })
        else if (!isEmpty) others++
      } catch (error) {
        // Another run may have written it meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') damaged.push(path)
      }
    }
    return { own: own.sort((a, b) => a.madeMs - b.madeMs).map(({ purchase }) => purchase), others, damaged }
  }

  async waiting(): Promise<Waiting> {
    return waitingOf((await this.read()).own)
  }

  /** Makes the file of a purchase; throws where there is no room for the answers. */
  async place(head: Head): Promise<Place> {
    const name = randomUUID().replaceAll('-', '')
    const place = { path: join(this.folder, `${name}.jsonl`), name, at: 0 }
    const line = `${JSON.stringify({ owner: this.#owner, ...head })}\n`
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await using file = await open(place.path, 'wx', 0o600)
      // What comes of a job is asked for again until it is here.
      const answers = head.job === undefined ? head.prompts : []
      await file.writeFile(line + roomFor(answers.map(({ expected }) => expected)))
      await file.sync()
    } catch (error) {
      await this.drop(place)
      throw error
    }
    place.at = Buffer.byteLength(line)
    return place
  }

  /** Makes room in the file for another answer; throws where there is none. */
  async reserve(place: Place, expected: Tokens): Promise<void> {
    await this.#write(place, roomFor([expected]))
  }

  /** Adds lines to a purchase's file; throws where it can't. A file that is gone was closed by another run, so nothing is added. */
  async add(place: Place, ...lines: readonly Line[]): Promise<void> {
    const text = lines.map((line) => `${JSON.stringify(shortened(line))}\n`).join('')
    try {
      // What fails once, such as a disk behind a network, may do the second time.
      await this.#write(place, text).catch(async () => await this.#write(place, text))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    place.at += Buffer.byteLength(text)
  }

  /** Gives up the oldest purchases when too many texts can't be written. Returns what was given up; null: nothing was. */
  async trim(): Promise<Waiting | null> {
    const placeless = (await this.read()).own.filter((purchase) => !isFresh(purchase))
    let sum = 0
    const beyond = placeless.toReversed().filter((purchase) => (sum += waitingOf([purchase]).texts) > openTextsMax)
    for (const purchase of beyond) await this.close(purchase)
    return beyond.length === 0 ? null : waitingOf(beyond)
  }

  /** Closes a purchase whose texts are all written. If its file can't be removed, the next run writes them again, which changes nothing. */
  async close(place: Pick<Place, 'path' | 'name'>): Promise<void> {
    const paid = await readFile(place.path).then(
      (bytes) => paidFor(purchaseIn(bytes, place)),
      () => null,
    )
    if (paid !== null && paid.prompts > 0) await this.account.add(place.name, paid).catch(() => {})
    await this.drop(place)
  }

  /** Removes the file of a purchase for which no answer came. */
  async drop({ path }: Pick<Place, 'path'>): Promise<void> {
    await rm(path, { force: true }).catch(() => {})
  }

  /** Gives up the purchases with these names, or whose names begin so. `all` gives up everything that waits. */
  async giveUp(names: readonly string[]): Promise<{ readonly gone: Waiting; readonly unknown: readonly string[] }> {
    const { own, damaged } = await this.read()
    const isCalled = (name: string, by: string): boolean => by.length >= shownLength && name.startsWith(by)
    const chosen = own.filter(
      (purchase) =>
        names.some((by) => isCalled(purchase.name, by)) || (names.includes('all') && waitingOf([purchase]).texts > 0),
    )
    const broken = damaged.filter((path) => names.some((by) => by === 'all' || path.endsWith(join('/', `${by}.jsonl`))))
    for (const purchase of chosen) await this.close(purchase)
    for (const path of broken) await this.drop({ path })
    const unknown = names.filter((by) => by !== 'all' && !own.some(({ name }) => isCalled(name, by)))
    return { gone: waitingOf(chosen), unknown: broken.length > 0 ? [] : unknown }
  }

  /** What was spent, including purchases that are not written yet. */
  async spent(): Promise<readonly Paid[]> {
    return await this.account.sum((await this.read()).own.map((purchase) => [purchase.name, paidFor(purchase)]))
  }

  async #write({ path, at }: Place, text: string): Promise<void> {
    await using file = await open(path, 'r+')
    await file.write(text, at)
    await file.sync()
  }
}

const roomFor = (expected: readonly Tokens[]): string =>
  ' '.repeat(expected.reduce((sum, { output }) => sum + output, 0) * bytesPerToken)

const isSome = <T extends object>(thing: T, wanted: Partial<T>): boolean =>
  Object.entries(wanted).every(([name, value]) => thing[name as keyof T] === value)

/** A line whose answer is cut to the longest that is kept: an answer without end is no translation. */
function shortened(line: Line): Line {
  if (!('answer' in line) || line.answer.text.length <= answerLengthMax) return line
  return { ...line, answer: { ...line.answer, text: line.answer.text.slice(0, answerLengthMax), isCut: true } }
}

/** Reads a file; throws where its head can't be read. Reading ends at the first thing that is no line: free room, or what a kill cut. */
function purchaseIn(bytes: Buffer, { path, name }: Pick<Place, 'path' | 'name'>): Purchase {
  const answers = new Map<number, ModelAnswer>()
  const seconds = new Map<number, Second>()
  let jobId: string | null = null
  let over: JobEnd | null = null
  const done = new Map<number, readonly Open[]>()
  const headEnd = bytes.indexOf('\n')
  const head = JSON.parse(bytes.toString('utf8', 0, Math.max(0, headEnd))) as Head & { readonly owner: Owner }
  let at = headEnd + 1
  for (;;) {
    const end = bytes.indexOf('\n', at)
    const line = end < 0 ? null : lineIn<Line>(bytes.toString('utf8', at, end))
    if (line === null) break
    if ('answer' in line) answers.set(line.prompt, line.answer)
    else if ('second' in line) seconds.set(line.prompt, line.second)
    else if ('job' in line) jobId = line.job
    else if ('over' in line) over = line.over
    else done.set(line.done, line.open)
    at = end + 1
  }
  return { ...head, path, name, at, answers, seconds, jobId, over, done }
}
