// The rows from which `po/given.po` was exported, and the files that real tools wrote from it: gettext 0.21 and Translate Toolkit
// 3.8.4 of Debian. `test/outside/exchange.test.ts` makes them anew where the tools are.

export const PO_ROWS: readonly {
  readonly id: string
  readonly source: string
  readonly zh?: string
  readonly text?: string
}[] = [
  { id: '0000000000000001', source: 'Open the gate, %s!', zh: '打开大门，%s！', text: 'Відчини браму, %s!' },
  {
    id: '0000000000000002',
    source: 'Everything is for sale here, except #Ysilence#E.\nVisitors today: {0}',
    zh: '这里什么都卖，唯独不卖#Y安静#E。\n今日来客：{0}',
    text: 'Тут продають усе, крім #Yтиші#E.\nВідвідувачів сьогодні: {0}',
  },
  {
    id: '0000000000000003',
    source:
      'Sell feathers at <TEXT color="#E0B040">Saltwind Market</TEXT>, buy them at Heron Shallows, and never, ever ask the ferryman why. [#5]',
    zh: '在<TEXT color="#E0B040">盐风集市</TEXT>卖羽毛，到鹭浅滩再买回来，千万千万别问船夫为什么，他会一直说到天亮，说到潮水退去，说到你忘了自己为什么要来，说到月亮也困了。[#5]',
    text: 'Продавайте пір’я на <TEXT color="#E0B040">ринку Солоного Вітру</TEXT>, купуйте на Чаплиних Мілинах, і ніколи, ніколи не питайте поромника чому. [#5]',
  },
  {
    id: '0000000000000004',
    source: 'A back\\slash, a tab\tand a quote "here"',
    text: 'Зворотна\\коса риска, табуляція\tі лапки "тут"',
  },
  { id: '0000000000000005', source: 'New source of {0}', text: 'Старе джерело {0}' },
  {
    id: '0000000000000006',
    source: 'Two line breaks\n\nand one at the end\n',
    text: 'Два розриви рядка\n\nі один у кінці\n',
  },
  { id: '0000000000000007', source: 'Nobody has translated this row yet' },
  { id: '0000000000000008', source: 'A carriage return\r\nin the text', text: 'Повернення каретки\r\nв тексті' },
]

/** The source of row 5 when its text was made. */
export const OLD_SOURCE = { id: '0000000000000005', source: 'Old source of {0}' } as const

interface Tool {
  readonly file: string
  /** The arguments of each program that is started, for GIVEN and OUT. */
  readonly steps: readonly (readonly string[])[]
  /** Rows that the tool itself changes. */
  readonly changes: readonly string[]
}

export const PO_TOOLS: readonly Tool[] = [
  { file: 'msgcat.po', steps: [['msgcat', 'GIVEN', '-o', 'OUT']], changes: [] },
  { file: 'pogrep.po', steps: [['pogrep', '--progress=none', '--regexp', '.', 'GIVEN', 'OUT']], changes: [] },
  { file: 'pofilter.po', steps: [['pofilter', '--progress=none', 'GIVEN', 'OUT']], changes: [] },
  {
    // Its CSV doubles the backslashes of translations.
    file: 'csv2po.po',
    steps: [
      ['po2csv', '--progress=none', 'GIVEN', 'CSV'],
      ['csv2po', '--progress=none', '-t', 'GIVEN', 'CSV', 'OUT'],
    ],
    changes: ['0000000000000004'],
  },
]
