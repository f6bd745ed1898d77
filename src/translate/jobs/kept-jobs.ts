// Jobs under way at a provider, each in a file beside the store: the requests and their rows. The file exists before
// the job and until its texts are written, so the next run continues after one that ended in between. Not in backups.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../base/whole-file.ts'
import type { Plan } from '../run.ts'
import type { Tokens } from '../spending.ts'
import type { Task } from '../task.ts'

export interface KeptJob {
  /** Names it at the provider, and its file. */
  readonly tag: string
  /** Null: the provider may not know it. */
  readonly id: string | null
  readonly owner: JobOwner
  readonly origin: Plan['origin']
  /** The n-th has the `custom_id` n. */
  readonly requests: readonly KeptRequest[]
}

/** A run picks up its own jobs only. */
interface JobOwner {
  readonly url: string
  readonly model: string
  readonly person: string
  readonly language: string
  /** Absent: it translates. */
  readonly role?: 'review'
}

export interface KeptRequest {
  readonly tasks: readonly Task[]
  /** Estimated. */
  readonly expected: Tokens
}

const FILE_NAME = /^[0-9a-f]{16,}\.json$/

export class KeptJobs {
  readonly #folder: string
  readonly owner: JobOwner

  constructor(folder: string, owner: JobOwner) {
    this.#folder = folder
    this.owner = owner
  }

  /** The owner's jobs, and the number of others. */
  async read(): Promise<{ readonly own: readonly KeptJob[]; readonly others: number }> {
    const names = (await readdir(this.#folder).catch(() => [])).filter((name) => FILE_NAME.test(name)).sort()
    const jobs: KeptJob[] = []
    for (const name of names) jobs.push(JSON.parse(await readFile(join(this.#folder, name), 'utf8')) as KeptJob)
    const own = jobs.filter(({ owner }) => JSON.stringify(owner) === JSON.stringify(this.owner))
    return { own, others: jobs.length - own.length }
  }

  async put(job: KeptJob): Promise<void> {
    await mkdir(this.#folder, { recursive: true })
    await writeWhole(this.#path(job), (file) => file.writeFile(JSON.stringify(job)))
  }

  async remove(job: KeptJob): Promise<void> {
    await rm(this.#path(job), { force: true })
  }

  #path({ tag }: KeptJob): string {
    return join(this.#folder, `${tag}.json`)
  }
}
