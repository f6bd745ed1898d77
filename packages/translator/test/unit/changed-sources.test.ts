// Sources that change while a run is at work: it goes on with their rows, and ends when none is left.
import { expect, it } from 'vitest'
import { idOf } from '../../../../test/support/game-store.ts'
import { translated } from '../../../../test/support/letter-translation.ts'
import { modelEndpoint } from '../../../../test/support/model-endpoint.ts'
import { openTranslateWorld } from '../../../../test/support/translate-world.ts'
import { endpointModel } from '../../src/models/endpoint-model.ts'

const sources = ['The heron waits', 'A gate of silver', 'Rain over the bridge', 'Snow falls on the road']

it('a row whose source changes after its text was written is translated again by the same run', async () => {
  const world = await openTranslateWorld(sources)
  const model = await modelEndpoint({ translate: translated })
  try {
    const asked = await endpointModel({ url: model.url, model: 'm', key: null })
    const changed = [`${sources[0]} no longer`, ...sources.slice(1)]
    let calls = 0
    const ask: typeof asked.ask = async (...given) => {
      const texts = changed.map((text, i) => ({ id: idOf(i + 1), text }))
      if (++calls === sources.length) await world.world.importFiles(texts, null)
      return await asked.ask(...given)
    }
    const outcome = await world.run({ endpoint: model.url, plan: { model: { ...asked, ask }, rowsPerCall: 1 } })
    const { stale, untranslated } = await world.agent.status()
    expect([outcome?.stopped, stale, untranslated, calls]).toEqual([null, 0, 0, sources.length + 1])
    expect([...world.stored()]).toEqual(changed.map((source) => [source, translated(source)]))
  } finally {
    await model.close()
    await world.close()
  }
})
