// The shapes in which models answer, whatever they were asked for.
export interface Numbered {
  readonly number: number
  readonly text: string
}

/** A text as it stands on a line of a prompt. */
export const escaped = (text: string): string =>
  text.replaceAll(/[\\\n\r\t]/g, (found) => ({ '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' })[found] ?? found)

type Shape = (texts: readonly Numbered[]) => string

const json: Shape = (texts) => JSON.stringify(Object.fromEntries(texts.map(({ number, text }) => [number, text])))
const linesWith =
  (between: string): Shape =>
  (texts) =>
    texts.map(({ number, text }) => `${number}${between}${escaped(text)}`).join('\n')
const tabs = linesWith('\t')
const list = (texts: readonly Numbered[], number: string, text: string, more: object = {}): string =>
  JSON.stringify(texts.map((each) => ({ ...more, [number]: each.number, [text]: each.text })))
const cell = (text: string): string => escaped(text).replaceAll('|', '\\|')

export const SHAPES: Readonly<Record<string, Shape>> = {
  'an object': json,
  'an object in a fence': (texts) => `\`\`\`json\n${json(texts)}\n\`\`\``,
  'an object over lines, with a comma too many': (texts) =>
    `{\n${texts.map(({ number, text }) => `  "${number}": ${JSON.stringify(text)},`).join('\n')}\n}`,
  'an object in an object': (texts) => `{"translations": ${json(texts)}}`,
  'an object of objects': (texts) =>
    JSON.stringify(Object.fromEntries(texts.map(({ number, text }) => [number, { text }]))),
  'chatter before an object': (texts) => `Sure! Here are {all} of them:\n\n${json(texts)}`,
  'chatter before a fence': (texts) => `Here is "the JSON":\n\`\`\`json\n${json(texts)}\n\`\`\`\nDone.`,
  'a draft before an object': (texts) =>
    `${json(texts.map(({ number }) => ({ number, text: 'чернетка' })))}\nBetter:\n${json(texts)}`,
  'a list of n and text': (texts) => list(texts, 'n', 'text'),
  'a list of id and translation': (texts) => `{"translations": ${list(texts, 'id', 'translation')}}`,
  'objects on lines': (texts) => texts.map(({ number, text }) => JSON.stringify({ number, value: text })).join('\n'),
  'sources beside translations': (texts) => list(texts, 'id', 'translation', { text: 'the source' }),
  tabs,
  'tabs in a fence': (texts) => `\`\`\`\n${tabs(texts)}\n\`\`\``,
  points: linesWith('. '),
  brackets: linesWith(') '),
  colons: linesWith(': '),
  bars: linesWith(' | '),
  'two spaces': linesWith('  '),
  'one space': linesWith(' '),
  arrows: linesWith(' → '),
  'bold numbers': (texts) => texts.map(({ number, text }) => `**${number}** ${escaped(text)}`).join('\n'),
  'a table': (texts) =>
    `| # | Text |\n|---|---|\n${texts.map(({ number, text }) => `| ${number} | ${cell(text)} |`).join('\n')}`,
  'a table with sources': (texts) =>
    `| # | Source | Text |\n|:-:|---|---|\n${texts.map(({ number, text }) => `|${number}|the source|${cell(text)}|`).join('\n')}`,
  'thoughts before an object': (texts) => `<think>1\tперше? {"1": "Раз"}</think>\n${json(texts)}`,
  'thoughts without their first tag': (texts) => `Hm, {"1": "Раз"} or\n1\tраз\n</think>\n\n${json(texts)}`,
  'thoughts of other names': (texts) => `<thinking>1\tраз</thinking><reasoning>2\tдва</reasoning>\n${tabs(texts)}`,
  channels: (texts) =>
    `<|channel|>analysis<|message|>1\tраз<|end|><|start|>assistant<|channel|>final<|message|>${tabs(texts)}<|return|>`,
}
