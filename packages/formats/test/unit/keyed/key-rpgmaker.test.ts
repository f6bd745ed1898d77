// Data of RPG Maker: which of its strings are texts, and that all else in it stays as it was.
import { describe, expect, it } from 'vitest'
import { formatOf } from '../../../src/keyed/keyed-formats.ts'
import { readKeyed, textsOf, translated } from '../../../../../test/support/keyed-files.ts'

const command = (code: number, ...parameters: unknown[]) => ({ code, indent: 0, parameters })

const MAP = `{\r\n${JSON.stringify({
  autoplayBgm: true,
  battleback1Name: 'Dirt',
  bgm: { name: 'Town1', pan: 0 },
  displayName: 'Old mill',
  note: '<minimap: off>',
}).slice(1, -1)},\r\n"events":[\r\nnull,\r\n${JSON.stringify({
  id: 1,
  name: 'EV001',
  note: '',
  pages: [
    {
      image: { characterName: 'Actor1' },
      list: [
        command(101, 'Actor1', 0, 0, 2, 'Olena'),
        command(401, 'Hello.\\I[4] "you"'),
        command(102, ['Yes', 'No'], 1, 0, 2, 0),
        command(402, 0, 'Yes'),
        command(105, 2, false),
        command(405, 'Once there was a mill.'),
        command(108, 'a comment of the author'),
        command(205, 0, { list: [command(45, 'this.jump()'), command(41, 'Actor2', 0)] }),
        command(250, { name: 'Bell3', volume: 90 }),
        command(320, 1, 'Ann'),
        command(324, 1, 'the Frog'),
        command(325, 1, 'Lives here.'),
        command(355, "$gameVariables.setValue(1, 'x')"),
        command(356, 'OpenShop 1'),
        command(357, 'Plugin', 'show', 'Show', { text: 'x' }),
        command(0),
      ],
    },
  ],
})}\r\n]}`

describe('texts', () => {
  it('of a map are what the codes of its commands say', () => {
    const at = (place: string): string => `events.1.pages.0.list.${place}`
    const texts = textsOf('rpgmaker', MAP)
    expect(texts).toEqual({
      displayName: 'Old mill',
      [at('0.parameters.4')]: 'Olena',
      [at('1.parameters.0')]: 'Hello.\\I[4] "you"',
      [at('2.parameters.0.0')]: 'Yes',
      [at('2.parameters.0.1')]: 'No',
      [at('3.parameters.1')]: 'Yes',
      [at('5.parameters.0')]: 'Once there was a mill.',
      [at('9.parameters.1')]: 'Ann',
      [at('10.parameters.1')]: 'the Frog',
      [at('11.parameters.1')]: 'Lives here.',
    })
    const text = 'Вітаю.\\I[4] «тебе»\\'
    expect(translated('rpgmaker', MAP, { [at('1.parameters.0')]: text })).toBe(
      MAP.replace('"Hello.\\\\I[4] \\"you\\""', JSON.stringify(text)),
    )
  })

  it.each([
    [
      [
        null,
        {
          id: 1,
          name: 'Harold',
          nickname: '',
          profile: 'Brave.',
          note: 'x',
          battlerName: 'Actor1_1',
          characterName: 'Actor1',
        },
      ],
      ['Harold', 'Brave.'],
    ],
    [
      [null, { id: 1, name: 'Potion', description: 'Heals.', note: '<x>', damage: { formula: 'a.atk' } }],
      ['Potion', 'Heals.'],
    ],
    [
      [null, { id: 1, name: 'Poison', message1: ' is ill.', message2: '', note: '' }],
      ['Poison', ' is ill.'],
    ],
    [[null, { id: 1, name: 'Hero', learnings: [{ note: 'x' }] }], ['Hero']],
    [[null, { id: 1, name: 'Bat', dropItems: [], battlerName: 'Bat' }], ['Bat']],
    [[null, { id: 1, name: 'MAP001', parentId: 0 }], []],
    [[null, { id: 1, name: 'Hit', animation1Name: 'Hit1' }], []],
    [[null, { id: 1, name: 'Talk', list: [command(401, 'Hi.'), command(231, 1, 'Picture')] }], ['Hi.']],
    [[null, { id: 1, name: 'Bat*2', members: [], pages: [{ list: [command(401, 'Squeak.')] }] }], ['Squeak.']],
    [
      {
        airship: { bgm: { name: 'Ship1' } },
        armorTypes: ['', 'Shield'],
        gameTitle: 'Frogs',
        currencyUnit: 'G',
        locale: 'en_US',
        switches: ['', 'met Ann'],
        title1Name: 'Castle',
        terms: { basic: ['Level'], messages: { victory: '%1 won!' } },
      },
      ['Shield', 'Frogs', 'G', 'Level', '%1 won!'],
    ],
  ])('of %.60j', (data, texts) =>
    expect(readKeyed('rpgmaker', JSON.stringify(data)).texts.map(({ text }) => text)).toEqual(texts),
  )
})

it.each([
  [MAP, 'data/Map001.json', 'rpgmaker'],
  [MAP, 'www\\data\\Map001.json', 'rpgmaker'],
  [MAP, 'strings.json', 'key-json'],
  ['[\nnull,\n{"id":1', 'Actors.json', 'rpgmaker'],
  ['{"Harold": "hero"}', 'Actors.json', 'key-json'],
])('%.20j in %s is %s', (start, name, format) => expect(formatOf(start, name)).toBe(format))
