// Answers of a model until their texts are written, each in a file, so that what was bought outlives a kill, a server that is away and
// a full disk. The file is made as large as the answer may be before the model is asked: without room nothing is bought. The next run
// writes these texts first. Not in backups; no key is in them. Layout: a line of JSON (`Bought`), then the answer, filled up with spaces.
import { mkdir, open, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextOrigin } from '../../../src/agent/agent.ts'
import { randomUUID } from '../../../src/base/crypto.ts'
import type { Brief } from './brief.ts'
import type { ModelAnswer } from './models/model.ts'
import type { Tokens } from './spending.ts'
import { rowsOf, type Task } from './task.ts'

interface Bought {
  readonly origin: Omit<TextOrigin, 'copies'>
  readonly tasks: readonly Task[]
  /** Estimated. */
  readonly expected: Tokens
}

/** A run writes the answers of its owner, whatever model gave them. */
interface AnswerOwner {
  /** Host and path of the server; '' for the store that the folder lies in. */
  readonly server: string
  readonly person: string
  readonly language: string
  readonly role: Brief['role']
}

interface Place {
  readonly path: string
  /** Where the answer begins. */
  readonly at: number
}

interface KeptAnswer extends Bought {
  readonly path: string
  readonly answer: ModelAnswer
}

interface Kept {
  readonly own: readonly KeptAnswer[]
  readonly others: number
  /** Paths. */
  readonly damaged: readonly string[]
}

/** What waits to be written. */
export interface Waiting {
  readonly texts: number
  readonly files: readonly string[]
}

export const waitingOf = (answers: readonly Pick<KeptAnswer, 'path' | 'tasks'>[]): Waiting => ({
  texts: answers.reduce((sum, { tasks }) => sum + tasks.flatMap(rowsOf).length, 0),
  files: answers.map(({ path }) => path),
})

const FILE_NAME = /^[0-9a-f]{32}\.jsonl$/
const bytesPerToken = 8
/** An empty place so old is no run's that still waits for its model. */
const emptyHoursMax = 24

export class KeptAnswers {
  readonly folder: string
  readonly #owner: Partial<AnswerOwner>

  /** A member of the owner that is left out may be any: to read only. */
  constructor(folder: string, owner: Partial<AnswerOwner>) {
    this.folder = folder
    this.#owner = owner
  }

  async read(): Promise<Kept> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => FILE_NAME.test(name)).sort()
    const own: KeptAnswer[] = []
    const damaged: string[] = []
    let others = 0
    for (const name of names) {
      const path = join(this.folder, name)
      try {
        const [head = '', answer = ''] = (await readFile(path, 'utf8')).split('\n')
        const { owner, ...bought } = JSON.parse(head) as Bought & { readonly owner: AnswerOwner }
        const given = answerIn(answer)
        if (given === null) await this.#dropIfOld(path)
        else if (isSome(owner, this.#owner)) own.push({ ...bought, path, answer: given })
        else others++
      } catch (error) {
        // Another run may have written it meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ENOENT') damaged.push(path)
      }
    }
    return { own, others, damaged }
  }

  /** Throws where there is no room for the answer. */
  async place(bought: Bought): Promise<Place> {
    const path = join(this.folder, `${randomUUID().replaceAll('-', '')}.jsonl`)
    const head = `${JSON.stringify({ owner: this.#owner, ...bought })}\n`
    try {
      await mkdir(this.folder, { recursive: true, mode: 0o700 })
      await using file = await open(path, 'wx', 0o600)
      await file.writeFile(head + ' '.repeat(bought.expected.output * bytesPerToken))
      await file.sync()
    } catch (error) {
      await this.drop({ path })
      throw error
    }
    return { path, at: Buffer.byteLength(head) }
  }

  /** Null: it is kept; else why not. */
  async fill({ path, at }: Place, answer: ModelAnswer): Promise<string | null> {
    try {
      await using file = await open(path, 'r+')
      await file.write(`${JSON.stringify(answer)}\n`, at)
      await file.sync()
      return null
    } catch (error) {
      return String(error)
    }
  }

  /** A file that stays is written again by the next run, which changes nothing. */
  async drop({ path }: Pick<Place, 'path'>): Promise<void> {
    await rm(path, { force: true }).catch(() => {})
  }

  async #dropIfOld(path: string): Promise<void> {
    const { mtimeMs } = await stat(path)
    if (Date.now() - mtimeMs > emptyHoursMax * 3_600_000) await this.drop({ path })
  }
}

const isSome = <T extends object>(thing: T, wanted: Partial<T>): boolean =>
  Object.entries(wanted).every(([name, value]) => thing[name as keyof T] === value)

/** Null: none came, or a kill cut it. */
function answerIn(line: string): ModelAnswer | null {
  try {
    return JSON.parse(line) as ModelAnswer
  } catch {
    return null
  }
}
