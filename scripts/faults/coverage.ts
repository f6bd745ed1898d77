// Which places of windrow's code ran, as V8 counts them: what leads the fuzzer.
import { Session } from 'node:inspector/promises'

/** Of `src` and the packages; what they stand on has readers of its own. */
const OWN = /\/(?:src|packages)\//

export class Coverage {
  readonly #session = new Session()
  readonly #seen = new Set<string>()

  constructor() {
    this.#session.connect()
    // The inspector of the own thread begins at once.
    void this.#session.post('Profiler.enable')
    void this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  }

  /** How many places were reached for the first time since it was last asked, or more than twice as often as ever. */
  async news(): Promise<number> {
    const before = this.#seen.size
    const { result } = await this.#session.post('Profiler.takePreciseCoverage')
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
}
