// Composes the sample game: four lists of entries, English main and overlay and their Chinese twins with the same keys.
// Everything follows from the word lists; running it again gives the same entries.
import { createHash } from 'node:crypto'
import type { BuildEntry } from '../../test/support/container-builder.ts'
import { DIALOGUE, LETTERS, MESSAGES, SERVICE, TIPS } from './lines.ts'
import { ITEMS, PEOPLE, PLACES, SKILLS } from './words.ts'
import type { Pair } from './words.ts'

export const shardCount = 32

interface Line {
  readonly key: string
  readonly pair: Pair
}

interface Sample {
  readonly main: readonly BuildEntry[]
  readonly diff: readonly BuildEntry[]
  readonly reference: readonly BuildEntry[]
  readonly referenceDiff: readonly BuildEntry[]
}

/** The 64-bit key of a line of the sample, as an id. */
const idOf = (key: string): string => createHash('sha256').update(`windrow sample ${key}`).digest('hex').slice(0, 16)

/** A line of each thing, with a number as its key. */
const lined = <T>(kind: string, things: readonly T[], pairOf: (thing: T) => Pair): Line[] =>
  things.map((thing, at) => ({ key: `${kind}.${at}`, pair: pairOf(thing) }))

const numbered = (kind: string, pairs: readonly Pair[]): Line[] => lined(kind, pairs, (pair) => pair)

/** A pair made of pairs: the template's {{1}} and {{2}} are put in, in each language. */
function filled([en, zh]: Pair, ...parts: readonly Pair[]): Pair {
  const fill = (template: string, language: 0 | 1): string =>
    parts.reduce((text, part, at) => text.replaceAll(`{{${at + 1}}}`, part[language]), template)
  return [fill(en, 0), fill(zh, 1)]
}

const QUEST_TITLES: readonly Pair[] = [
  ['The Lost Things of {{1}}', '{{1}}失物记'],
  ['A Letter for {{2}}', '给{{2}}的信'],
  ['Rain over {{1}}', '{{1}}的雨'],
  ['What {{2}} Forgot', '{{2}}忘了什么'],
]
const QUEST_STEPS: readonly Pair[] = [
  ['Find #Y{{2}}#E near {{1}} ({0}/1)', '在{{1}}附近寻找#Y{{2}}#E（{0}/1）'],
  [
    'Bring {{3}} to {{2}} before <TEXT color="#FFD060">nightfall</TEXT>.',
    '在<TEXT color="#FFD060">日落</TEXT>前把{{3}}交给{{2}}。',
  ],
  ['Wait at {{1}} until %H:%M, then follow the $link<lights>^31^$.', '在{{1}}等到%H:%M，然后跟着$link<灯火>^31^$走。'],
  ['Ask {{2}} about the {{3}}. Be polite: {0} of {1} insults used.', '向{{2}}打听{{3}}。要有礼貌：已冒犯{0}/{1}次。'],
]
const SKILL_ABOUT: readonly Pair[] = [
  [
    'Deals $SKILL_DMG_{{2}}:.1f$ damage and pushes the target back %d paces.',
    '造成$SKILL_DMG_{{2}}:.1f$伤害，并将目标击退%d步。',
  ],
  [
    'For $F{{2}} s, {0}%% of the damage taken becomes <Inner Force|{{2}}|#C|15>.',
    '在$F{{2}}秒内，所受伤害的{0}%%转化为<内力|{{2}}|#C|15>。',
  ],
  ['The next step leaves no sound.\nCosts %d stamina.', '下一步不发出声响。\n消耗%d点耐力。'],
]

function quests(): Line[] {
  return PLACES.slice(0, 12).flatMap(({ name: place }, at) => {
    const person = PEOPLE[(at * 5 + 3) % PEOPLE.length]?.name ?? place
    const item = ITEMS[(at * 7 + 2) % ITEMS.length]?.name ?? place
    const line = (kind: string, template: Pair | undefined): Line => ({
      key: `quest.${at}.${kind}`,
      pair: filled(template ?? ['', ''], place, person, item),
    })
    return [
      line('title', QUEST_TITLES[at % 4]),
      line('start', QUEST_STEPS[at % 4]),
      line('middle', QUEST_STEPS[(at + 1) % 4]),
      line('end', ['{{2}} nods. “{{1}} will remember this.”', '{{2}}点了点头：“{{1}}会记住的。”']),
      line('reward', ['Reward: {{3}} × %d, {0} experience', '奖励：{{3}}×%d，经验{0}']),
      line('log', [
        'Day {0}: I met {{2}} at {{1}}.\nWe spoke of the {{3}} and of nothing else.',
        '第{0}日：我在{{1}}遇见{{2}}。\n我们只谈了{{3}}。',
      ]),
    ]
  })
}

function skills(): Line[] {
  return SKILLS.flatMap((name, at) => {
    const line = (kind: string, pair: Pair): Line => ({ key: `skill.${at}.${kind}`, pair })
    return [
      line('name', name),
      line('about', filled(SKILL_ABOUT[at % SKILL_ABOUT.length] ?? name, name, [`${at + 1}`, `${at + 1}`])),
      line('learn', filled(['You have learned #G{{1}}#E, rank {0}.', '习得#G{{1}}#E，第{0}重。'], name)),
      line('fail', filled(['Your {{1}} needs %d more days of practice.', '你的{{1}}还需再练%d天。'], name)),
    ]
  })
}

const GIFT: Pair = ['{{1}} liked your gift. Favour +{0}', '{{1}}喜欢你的礼物。好感+{0}']

const mainLines = (): Line[] => [
  ...lined('place', PLACES, ({ name }) => name),
  ...lined('place.about', PLACES, ({ about }) => about),
  ...lined('place.enter', PLACES, ({ name }) => filled(['— {{1}} —', '— {{1}} —'], name)),
  ...lined('person', PEOPLE, ({ name }) => name),
  ...lined('person.about', PEOPLE, ({ about }) => about),
  ...lined('person.greeting', PEOPLE, ({ greeting }) => greeting),
  ...lined('person.gift', PEOPLE, ({ name }) => filled(GIFT, name)),
  ...lined('item', ITEMS, ({ name }) => name),
  ...lined('item.about', ITEMS, ({ about }) => about),
  ...skills(),
  ...quests(),
  ...numbered('dialogue', DIALOGUE),
  ...numbered('message', MESSAGES),
  ...numbered('letter', LETTERS),
  ...numbered('tip', TIPS),
  ...lined('service', SERVICE, (text) => [text, text]),
]

/** The update: texts that were reworded, new ones, and `null` for those that were taken out. */
function diffLines(): { readonly key: string; readonly pair: Pair | null }[] {
  const lines = new Map(mainLines().map(({ key, pair }) => [key, pair]))
  const keys = (kind: string, ...numbers: number[]): string[] => numbers.map((number) => `${kind}.${number}`)
  const changed = (of: readonly string[], addEn: string, addZh: string): Line[] =>
    of.map((key) => {
      const [en, zh] = lines.get(key) ?? ['', '']
      return { key, pair: [`${en}${addEn}`, `${zh}${addZh}`] }
    })
  const within = (kind: string, part: string, ...numbers: number[]): string[] =>
    keys(kind, ...numbers).map((key) => `${key}.${part}`)
  return [
    ...changed(keys('dialogue', 1, 4, 7, 12, 19, 24, 33), ' Remember that.', '记住这一点。'),
    ...changed(keys('place.about', 0, 3, 5, 9), '\nVisitors today: {0}', '\n今日来客：{0}'),
    ...changed(keys('item.about', 2, 3, 6, 8, 11), ' #GCannot be sold.#E', '#G无法出售。#E'),
    ...changed(keys('message', 0, 3, 9, 13, 20, 27, 41), ' (%d)', '（%d）'),
    ...changed(keys('tip', 0, 4, 9, 14), ' [#5]', '[#5]'),
    ...changed(within('skill', 'about', 1, 4, 6, 10), ' Range: %.1f m.', '范围：%.1f米。'),
    ...changed(within('quest', 'end', 0, 5, 8), ' <EMOTION id="3"/>', '<EMOTION id="3"/>'),
    ...numbered('service.new', [
      ['{0}/{1}', '{0}/{1}'],
      ['#Y%d#E', '#Y%d#E'],
    ]),
    ...numbered('place.new', [
      ['Winter Orchard', '冬果园'],
      ['Trees that fruit in snow and complain in spring.', '雪中结果，春来抱怨的树。'],
    ]),
    ...numbered('dialogue.new', [
      ['The orchard was here before the road, and the road knows it.', '果园比路先来，路也知道。'],
      ['Pick one. If it is sweet, stay. If it is sour, stay longer.', '摘一个。甜就留下，酸就多留一阵。'],
      [
        'My name is written on {0} of these trees. Find them, {player}.',
        '我的名字刻在其中{0}棵树上。去找吧，{player}。',
      ],
      ['Careful with the <Frost Pear|2201|#B|3>. It bites back.', '当心<霜梨|2201|#B|3>。它会咬回来。'],
    ]),
    ...numbered('message.new', [
      ['Winter event: until @D[2027-01-31]', '冬日活动：至@D[2027-01-31]'],
      ['Frost Pears gathered: %d/%d', '已采霜梨：%d/%d'],
      ['The ladder holds {0}%% of you.', '梯子能承受{0}%%的你。'],
      ['#9FD8FFSnowfall#E doubles all fishing rewards.', '#9FD8FF降雪#E时钓鱼奖励翻倍。'],
    ]),
    ...numbered('letter.new', [
      [
        'To the new tenant:\nthe stove smokes, the owl is polite, the key is under {0}.',
        '致新房客：\n炉子冒烟，猫头鹰有礼貌，钥匙在{0}下面。',
      ],
    ]),
    ...[
      ...keys('tip', 6, 16),
      ...keys('dialogue', 11, 38),
      ...keys('message', 22, 23, 36),
      'quest.11.log',
      'letter.5',
      'service.10',
    ].map((key) => ({ key, pair: null })),
  ]
}

/** The sample's entries; main and reference, and the two overlays, have the same keys. */
export function makeSample(): Sample {
  const [main, diff] = [mainLines(), diffLines()]
  const entries = (lines: typeof diff, language: 0 | 1): BuildEntry[] =>
    lines.map(({ key, pair }) => ({ id: idOf(key), text: pair === null ? null : pair[language] }))
  return {
    main: entries(main, 0),
    diff: entries(diff, 0),
    reference: entries(main, 1),
    referenceDiff: entries(diff, 1),
  }
}
