// Runs of `windrow translate` that die at any call, directly and by jobs in turn, and are resumed: no wrong text is stored, and nothing
// is bought twice but the call under way.
import { translated } from '../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../test/support/model-endpoint.ts'
import { killedAndResumed, madeUpSources, openTranslateWorld } from '../../test/support/translate-world.ts'
import { diceOf } from './random.ts'

interface Report {
  readonly lines: readonly string[]
  readonly problems: readonly string[]
}

const rows = 2_000
const killsPerGame = 10
const textsPerCall = 150

export async function runTranslateKills(kills: number, seed: number, say: (text: string) => void): Promise<Report> {
  const dice = diceOf(seed)
  const problems: string[] = []
  let [died, again] = [0, 0]
  for (let game = 0; died < kills && problems.length === 0; game++) {
    const isBatch = game % 2 === 0
    const sources = madeUpSources(rows, seed + game)
    const world = await openTranslateWorld(sources)
    const behaviour = { translate: translated, seed, brokenShare: 0, isStructured: true, jobs: { looks: { 1: 3 } } }
    const model = await modelEndpoint(behaviour)
    try {
      const killed = await killedAndResumed(world, { endpoint: model.url, isBatch }, killsPerGame, dice)
      const stored = world.stored()
      const wrong = [...stored].filter(([source, text]) => text !== translated(source)).length
      const twice = [...model.bought.values()].reduce((sum, times) => sum + times - 1, 0)
      const name = isBatch ? 'by jobs' : 'directly'
      if (wrong > 0) problems.push(`${name}: ${wrong} wrong texts are stored`)
      if (stored.size < new Set(sources).size) problems.push(`${name}: only ${stored.size} sources have a text`)
      if (twice > (isBatch ? 0 : killed.died * textsPerCall)) problems.push(`${name}: ${twice} texts were bought twice`)
      if (killed.died === 0) problems.push(`${name}: no run died`)
      died += killed.died
      again += twice
      say(`translate ${name}: ${died} of ${kills} killed`)
    } finally {
      await model.close()
      await world.close()
    }
  }
  return { lines: [`translate killed ${died} times: no wrong text, ${again} texts bought again`], problems }
}
