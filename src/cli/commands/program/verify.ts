// `windrow verify FILE`: whether a file is of a release, by the signed list beside it. Asks nobody.
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Failure } from '../../failure.ts'
import { keyOf, LIST_NAME, placeOf, readList, SIGNATURE_NAME } from './program-list.ts'

export async function run(context: CommandContext, args: ParsedArgs): Promise<void> {
  const path = args.argument('FILE')
  if (!existsSync(path)) throw new Failure(`there is no file ${path}; check the name`)
  const keyFile = args.text('key')
  const key = keyOf(keyFile === undefined ? null : await readFile(keyFile, 'utf8'))
  const place = await placeOf(args.text('list') ?? path, context.signal)
  const list = readList(await place.readText(LIST_NAME), await place.readText(SIGNATURE_NAME), key)
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) hash.update(piece)
  const sha256 = hash.digest('hex')
  const { version, commit } = list
  const found = list.downloads.find((each) => [each.sha256, each.program.sha256].includes(sha256))
  if (found === undefined)
    throw new Failure(
      `${basename(path)} is no file of windrow ${version}: it was changed, or is of another release; do not start it`,
    )
  context.answer(
    { file: path, version, commit, target: found.target, sha256 },
    () => `${basename(path)} is of windrow ${version} for ${found.target} (commit ${commit}), as its makers signed it`,
  )
}
