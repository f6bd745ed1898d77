// `my-llm` of the pages, which stands for a program of the reader's own: rows in, translated rows out, as lines of tabs or of JSON. With
// MY_LLM=careless it loses a placeholder, until it is told why the text was refused.
import { text } from 'node:stream/consumers'
import { translated } from '../support/letter-translation.ts'

const isCareless = process.env['MY_LLM'] === 'careless'

for (const line of (await text(process.stdin)).split('\n')) {
  if (line.startsWith('{')) {
    const { row_id, source_text, why } = JSON.parse(line) as {
      row_id: string
      source_text: string
      why?: string | null
    }
    const source = isCareless && why == null ? source_text.replace(/%[ds]|\{\d\}/, '') : source_text
    console.log(JSON.stringify({ row_id, text: translated(source) }))
  } else if (line !== '' && !line.startsWith('#')) {
    const [row = '', source = ''] = line.split('\t')
    const parts = source.split(/(\\.)/).map((part) => (part.startsWith('\\') ? part : translated(part)))
    console.log(`${row}\t${parts.join('')}`)
  }
}
