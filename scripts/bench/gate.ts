// What the rules about the content of texts cost: the gate over fifty texts at a time with all of its checks and the look at
// the batch, beside the same without them, in turns of one run. `node scripts/bench/gate.ts [SOURCES.jsonl TEXTS.jsonl]` prints
// the ratio; without files it takes the sample game's sentences over and over.
import { readFileSync } from 'node:fs'
import { slippedTexts } from '../../src/domain/checks/alignment.ts'
import { type Check, type GateInput, TextPair } from '../../src/domain/checks/check.ts'
import { judgePair, NO_WAIVERS } from '../../src/domain/checks/gate.ts'
import { CheckList, CHECKS, checksFor } from '../../src/domain/checks/registry.ts'
import { DEFAULT_GATE_RULES, EMPTY_GLOSSARY } from '../../test/support/plain-gate.ts'

const batchSize = 50
const rounds = 61

interface Line {
  readonly id: string
  readonly text: string
}

const linesOf = (path: string): readonly Line[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)

const SENTENCES: readonly (readonly [source: string, text: string])[] = [
  ['You have found the Twin Blades of the mountain.', 'Ти знайшов Мечі-близнюки гори.'],
  ['Take {0} coins to the <Agility|780|#C|15> master.', 'Віднеси {0} монет майстрові <Agility|780|#C|15>.'],
  ['Deals %d points of #Yfire#E damage for 3 turns.', 'Завдає %d очок шкоди #Yвогнем#E протягом 3 ходів.'],
  ['"Who goes there?" the guard asks.\nNobody answers.', '«Хто йде?» — питає вартовий.\nНіхто не відповідає.'],
  ['Save', 'Зберегти'],
]

function inputs(): readonly GateInput[] {
  const [sources, texts] = process.argv.slice(2)
  const input = (source: string, text: string): GateInput => ({
    source,
    text,
    layer: 'machine',
    rules: DEFAULT_GATE_RULES,
    glossary: EMPTY_GLOSSARY,
    waivers: NO_WAIVERS,
  })
  if (sources === undefined || texts === undefined) {
    return Array.from({ length: 2_000 }, (_, i) => input(...(SENTENCES[i % SENTENCES.length] ?? ['', ''])))
  }
  const known = new Map(linesOf(texts).map(({ id, text }) => [id, text]))
  return linesOf(sources)
    .filter(({ id, text }) => known.has(id) && text !== '')
    .map(({ id, text }) => input(text, known.get(id) ?? ''))
}

const isAboutContent = ({ rule }: Check): boolean => /^(?:CHAT|FORM|LANG|DOUBT)_/.test(rule)
const ALL = checksFor(DEFAULT_GATE_RULES)
const WITHOUT = new CheckList(CHECKS.filter((check) => !isAboutContent(check)))

const texts = inputs()

function msOf(list: CheckList): number {
  const before = performance.now()
  for (let at = 0; at < texts.length; at += batchSize) {
    const pairs = texts.slice(at, at + batchSize).map((text) => new TextPair(text))
    for (const pair of pairs) judgePair(pair, list)
    if (list === ALL) slippedTexts(pairs)
  }
  return performance.now() - before
}

for (let warmUp = 0; warmUp < 20; warmUp++) msOf(warmUp % 2 === 0 ? ALL : WITHOUT)
const turns = Array.from({ length: rounds }, () => ({ all: msOf(ALL), without: msOf(WITHOUT) }))
const ratios = turns.map(({ all, without }) => all / without).sort((a, b) => a - b)
const at = (share: number): string => (ratios[Math.floor(share * (rounds - 1))] ?? 0).toFixed(2)
const us = (name: 'all' | 'without'): string =>
  ((1000 * Math.min(...turns.map((turn) => turn[name]))) / texts.length).toFixed(2)
process.stdout.write(
  `gate with the rules about content against without: ${at(0.5)} times (quartiles ${at(0.25)} to ${at(0.75)}, ${rounds} rounds); ` +
    `at best ${us('all')} µs a text against ${us('without')}\n`,
)
