// The batch interface of the stand-in for a model, in OpenAI's form: files, jobs that end after some looks and in any order, that fail,
// expire with half of the work done, or are made while the answer to that is lost.
export interface JobsBehaviour {
  /** Looks after which a job is over, by its number from 1; 1 where nothing is said. */
  readonly looks?: Readonly<Record<number, number>>
  readonly ends?: Readonly<
    Record<number, 'failed' | 'expired' | 'answer_lost' | 'forgotten' | 'bad_line' | 'file_gone' | 'file_away'>
  >
}

interface Job {
  readonly id: string
  readonly number: number
  readonly input: string
  readonly metadata: unknown
  looks: number
  output: string | null
  errors: string | null
}

interface Response {
  readonly status: number
  readonly body: object | string
}

interface Line {
  readonly custom_id: string
  readonly method: string
  readonly url: string
  readonly body: object
}

const fault = (status: number, message: string): Response => ({ status, body: { error: { message } } })
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

export function modelJobs({ looks = {}, ends = {} }: JobsBehaviour, ask: (body: object) => Promise<Response>) {
  const files = new Map<string, string>()
  const jobs = new Map<string, Job>()
  const keep = (text: string): string => {
    const id = `file-${files.size + 1}`
    files.set(id, text)
    return id
  }

  const upload = (form: string): Response => {
    const [, name, content = ''] = /filename="([^"]*)"[^]*?\r\n\r\n([^]*?)\r\n--/.exec(form) ?? []
    if (name === undefined || !/name="purpose"\r\n\r\nbatch\r\n/.test(form)) return fault(400, 'no file for a batch')
    return { status: 200, body: { id: keep(content), object: 'file', filename: name } }
  }

  const make = (sent: string): Response => {
    const {
      input_file_id: input,
      endpoint,
      completion_window: within,
      metadata,
    } = JSON.parse(sent) as Record<string, string>
    const lines = linesOf(files.get(input ?? '') ?? '')
    const isRight = lines.every(({ method, url }) => method === 'POST' && url === endpoint)
    if (lines.length === 0 || !isRight || within !== '24h') return fault(400, 'no such batch')
    const number = jobs.size + 1
    const job: Job = {
      id: `batch_${number}`,
      number,
      input: input ?? '',
      metadata,
      looks: 0,
      output: null,
      errors: null,
    }
    jobs.set(job.id, job)
    return ends[number] === 'answer_lost' ? fault(503, 'overloaded') : { status: 200, body: shown(job) }
  }

  /** Writes the files of a job that is over; answers stand in no order. */
  const work = async (job: Job): Promise<void> => {
    const lines = linesOf(files.get(job.input) ?? '').toReversed()
    const done = ends[job.number] === 'expired' ? lines.slice(0, Math.floor(lines.length / 2)) : lines
    const said: { readonly isError: boolean; readonly line: string }[] = []
    for (const { custom_id: id, body } of done) {
      const { status, body: answer } = await ask(body)
      const response = { status_code: status, request_id: `r${id}`, body: answer }
      said.push({
        isError: status >= 400,
        line: JSON.stringify({ id: `x${id}`, custom_id: id, response, error: null }),
      })
    }
    for (const { custom_id: id } of lines.slice(done.length)) {
      const error = {
        code: 'batch_expired',
        message: 'This request could not be executed before the completion window.',
      }
      said.push({ isError: true, line: JSON.stringify({ id: `x${id}`, custom_id: id, response: null, error }) })
    }
    const [good, bad] = [false, true].map((isError) => said.filter((each) => each.isError === isError))
    const isBad = ends[job.number] === 'bad_line'
    if (good?.length)
      job.output = keep(good.map(({ line }, i) => (isBad && i === 0 ? line.slice(0, 90) : line)).join('\n'))
    if (ends[job.number] === 'file_gone') files.delete(job.output ?? '')
    if (bad?.length) job.errors = keep(bad.map(({ line }) => line).join('\n'))
  }

  const statusOf = ({ number, looks: looked }: Job): string => {
    if (looked < (looks[number] ?? 1)) return looked === 0 ? 'validating' : 'in_progress'
    const end = ends[number]
    return end === 'failed' || end === 'expired' ? end : 'completed'
  }

  const shown = (job: Job): object => ({
    id: job.id,
    object: 'batch',
    status: statusOf(job),
    metadata: job.metadata,
    output_file_id: job.output,
    error_file_id: job.errors,
    ...(statusOf(job) === 'failed' && { errors: { data: [{ code: 'token_limit', message: 'Enqueued too much.' }] } }),
  })

  const look = async (id: string): Promise<Response> => {
    const job = jobs.get(id)
    if (job === undefined || ends[job.number] === 'forgotten') return fault(404, 'no such batch')
    job.looks++
    const status = statusOf(job)
    const isOver = status === 'completed' || status === 'expired'
    if (isOver && job.output === null && job.errors === null) await work(job)
    return { status: 200, body: shown(job) }
  }

  return {
    get made() {
      return jobs.size
    },
    answer: async (method: string, url: string, sent: string): Promise<Response | null> => {
      if (method === 'POST' && url === '/v1/files') return upload(sent)
      if (method === 'POST' && url === '/v1/batches') return make(sent)
      if (url.startsWith('/v1/batches?'))
        return { status: 200, body: { object: 'list', data: [...jobs.values()].map(shown) } }
      const [, job] = /^\/v1\/batches\/([^/?]+)$/.exec(url) ?? []
      if (job !== undefined) return await look(job)
      const [, file = ''] = /^\/v1\/files\/([^/?]+)\/content$/.exec(url) ?? []
      const isAway = [...jobs.values()].some(({ number, output }) => ends[number] === 'file_away' && output === file)
      if (isAway) return fault(502, 'bad gateway')
      const content = files.get(file)
      return content === undefined ? null : { status: 200, body: content }
    },
  }
}
