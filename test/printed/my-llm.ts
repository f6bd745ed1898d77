// `my-llm` of the pages, which stands for a program of the reader's own: lines of rows in, translated lines out.
import { text } from 'node:stream/consumers'
import { translated } from '../support/letter-translation.ts'

const lines = (await text(process.stdin)).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
for (const line of lines) {
  const [row = '', source = ''] = line.split('\t')
  process.stdout.write(
    `${row}\t${source
      .split(/(\\.)/)
      .map((part) => (part.startsWith('\\') ? part : translated(part)))
      .join('')}\n`,
  )
}
