// Jobs under way at a provider, each in a file beside the store: the requests and their rows. The file exists before
// the job and until its texts are written, so the next run continues after one that ended in between. Not in backups.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from '../../base/whole-file.ts'
import type { Plan } from '../run.ts'
import type { Tokens } from '../spending.ts'
import { notKept } from '../stops.ts'
import type { Task } from '../task.ts'
import type { JobResponse, JobState } from './provider.ts'

export interface KeptJob {
  /** Names it at the provider, and its file. */
  readonly tag: string
  /** Null: the provider may not know it. */
  readonly id: string | null
  readonly owner: JobOwner
  readonly origin: Plan['origin']
  /** The n-th has the `custom_id` n. */
  readonly requests: readonly KeptRequest[]
  /** Absent: it is not over, as far as a run has seen. */
  readonly end?: JobEnd
}

interface JobEnd extends Pick<JobState, 'status' | 'message'> {
  /** By `custom_id`; kept until their texts are written. */
  readonly responses: readonly (readonly [string, JobResponse])[]
}

export type EndedJob = KeptJob & { readonly end: JobEnd }

export const isEnded = (job: KeptJob): job is EndedJob => job.end !== undefined

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

export const pathOf = ({ folder }: Pick<KeptJobs, 'folder'>, { tag }: KeptJob): string => join(folder, `${tag}.json`)

const FILE_NAME = /^[0-9a-f]{16,}\.json$/

export class KeptJobs {
  readonly folder: string
  readonly owner: JobOwner

  constructor(folder: string, owner: JobOwner) {
    this.folder = folder
    this.owner = owner
  }

  /** The owner's jobs, the number of others, and the paths of files that can't be read. */
  async read(): Promise<{
    readonly own: readonly KeptJob[]
    readonly others: number
    readonly damaged: readonly string[]
  }> {
    const names = (await readdir(this.folder).catch(() => [])).filter((name) => FILE_NAME.test(name)).sort()
    const jobs: KeptJob[] = []
    const damaged: string[] = []
    for (const path of names.map((name) => join(this.folder, name))) {
      try {
        jobs.push(JSON.parse(await readFile(path, 'utf8')) as KeptJob)
      } catch {
        damaged.push(path)
      }
    }
    const own = jobs.filter(({ owner }) => JSON.stringify(owner) === JSON.stringify(this.owner))
    return { own, others: jobs.length - own.length, damaged }
  }

  /** Throws Stop where it can't be kept. */
  async put(job: KeptJob): Promise<void> {
    try {
      await mkdir(this.folder, { recursive: true })
      await writeWhole(pathOf(this, job), (file) => file.writeFile(JSON.stringify(job)))
    } catch (error) {
      throw notKept(error)
    }
  }

  async remove(job: KeptJob): Promise<void> {
    await rm(pathOf(this, job), { force: true })
  }
}
