// One text that a batch has for several sources.
import { expect, it } from 'vitest'
import { textsForMany } from '../../../../src/domain/checks/one-for-many.ts'

it.each([
  ['an excuse', 'Я не можу виконати цей запит.', ['Guard', 'Open the door', 'Wait'], 1],
  ['a loop of one word', 'так', ['Open the door', 'Who goes there?', 'Take this sword'], 1],
  ['two sources only', 'Я не можу виконати цей запит.', ['Guard', 'Wait'], 0],
  ['numbers apart', 'Ще одна відкрита брама', ['Gate 1 is open', 'Gate 2 is open', 'Gate 3 is open'], 0],
  ['marks and capitals apart', 'Я вас не чую', ["Can't hear!", "can't hear", "CAN'T HEAR..."], 0],
  ['one word in truth', 'Так', ['Yes', 'Yeah', 'Yep', 'Sure'], 0],
  ['no letter', '...', ['Open the door', 'Who goes there?', 'Take this sword'], 0],
])('%s', (_, text, sources, found) => {
  expect(textsForMany(sources.map((source) => ({ source, text }))).size).toBe(found)
})
