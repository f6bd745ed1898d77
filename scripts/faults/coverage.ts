// Which places of windrow's code ran, as V8 counts them: what leads the fuzzer.
import { type Profiler, Session } from 'node:inspector'
import { present } from '../../src/base/assert.ts'

/** Of `src` and the packages; what they stand on has readers of its own. */
const OWN = /\/(?:src|packages)\//

export class Coverage {
  readonly #session = new Session()
  readonly #seen = new Set<string>()

  constructor() {
    this.#session.connect()
    this.#ask('Profiler.enable')
    this.#ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** How many places were reached for the first time since it was last asked, or more than twice as often as ever. */
  news(): number {
    const before = this.#seen.size
    const { result } = this.#ask<Profiler.TakePreciseCoverageReturnType>('Profiler.takePreciseCoverage')
    for (const { scriptId, url, functions } of result) {
      if (!OWN.test(url)) continue
      for (const { ranges } of functions)
        for (const { startOffset, endOffset, count } of ranges)
          if (count > 0) this.#seen.add(`${scriptId} ${startOffset} ${endOffset} ${32 - Math.clz32(count)}`)
    }
    return this.#seen.size - before
  }

  get places(): number {
    return this.#seen.size
  }

  close(): void {
    this.#session.disconnect()
  }

  /** The inspector of the own thread answers at once. */
  #ask<T>(method: string, parameters?: object): T {
    let answer: T | undefined
    this.#session.post(method, parameters, (error: Error | null, result?: object) => {
      if (error !== null) throw error
      answer = result as T
    })
    return present(answer, 'an answer of the inspector')
  }
}
