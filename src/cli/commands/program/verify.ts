// `windrow verify FILE`: says whether a file belongs to a release, by the signed list beside it. It connects to nothing.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Runnable } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { placeOf, readList } from './program-list.ts'
import { FILE } from '../../options.ts'

export const command: Runnable = {
  name: 'verify',
  summary: 'Check whether a file belongs to a release of windrow, by the signed list beside it',
  details: ['Works offline. The list is windrow-release.json, with its signature windrow-release.json.sig.'],
  arguments: [{ value: FILE, summary: 'A download of windrow, or the executable from it' }],
  options: [
    { name: 'list', summary: 'Where the list lies, if not beside the file', value: FILE, defaultText: 'beside FILE' },
    { name: 'key', summary: 'The public key of the makers (PEM), if it is not the one built in', value: FILE },
  ],
  examples: ['windrow verify windrow-linux-x64.tar.gz'],
  async run(context, args) {
    const path = args.argument('FILE')
    const keyFile = args.text('key')
    const pem = keyFile === undefined ? null : await readFile(keyFile, 'utf8')
    const place = await placeOf(args.text('list') ?? path, context.signal)
    const list = await readList(place, pem)
    const hash = createHash('sha256')
    for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
    const sha256 = hash.digest('hex')
    const { version, commit } = list
    const found = list.downloads.find((each) => [each.sha256, each.program.sha256].includes(sha256))
    if (found === undefined)
      throw new Failure(
        `${basename(path)} is not a file of windrow ${version}: it was changed, or is of another release; do not start it`,
      )
    context.answer(
      { file: path, version, commit, target: found.target, sha256 },
      () =>
        `${basename(path)} is of windrow ${version} for ${found.target} (commit ${commit}), as its makers signed it`,
    )
  },
}
