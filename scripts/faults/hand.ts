// A process on the disk (disk.ts): does the steps of works, and says what came of each. What may be asked twice is asked once more after a
// refusal, as a careful client would, and once more when a full disk has room again.
import { failAt, order, type Orders, type Outcome } from './disk.ts'
import { openPlace, type Said, WORKS } from './works.ts'

// Whoever asks is gone.
process.on('disconnect', () => process.exit())
process.on('message', (orders: Orders) => {
  doSteps(orders).then(
    (outcome) => process.send?.(outcome),
    (error: Error) => process.send?.({ done: 0, hasFailed: true, said: [], fault: error.stack ?? error.message }),
  )
})

async function doSteps({ work, folder, from, to, fail, ignoresFlushes }: Orders): Promise<Outcome> {
  if (ignoresFlushes === true) order('ignore-flushes')
  const steps = WORKS[work]?.steps ?? []
  const said: Said[] = []
  let done = from
  if (fail !== null) failAt(fail.call, fail.as)
  const place = openPlace(folder)
  try {
    let hasFailed = false
    for (const step of steps.slice(from, to)) {
      let answer = await step(place)
      for (let again = 0; !answer.isDone && again < (answer.canRepeat ? 2 : 0); again++) {
        said.push(answer)
        if (again === 1 && fail?.as !== 'full') break
        if (again === 1) hasFailed = order('off')
        answer = await step(place)
      }
      if (!answer.isDone) {
        said.push(answer)
        break
      }
      order(`mark/${++done}`)
      process.send?.(done)
    }
    return { done, hasFailed: order('off') || hasFailed, said, fault: null }
  } finally {
    order('off')
    await place.close()
  }
}
