// The game's files in other languages, as `windrow import` gets them: --official FILE or NAME=FILE, and --no-official NAME.
import { basename } from 'node:path'
import type { OfficialRequest } from '../../../app/import/import-request.ts'
import {
  type OfficialName,
  officialNameOf,
  officialNameOfFile,
  parseOfficialName,
} from '../../../domain/game-language.ts'
import type { CommandContext, ParsedArgs } from '../../command.ts'
import { Usage } from '../../failure.ts'
import { withInputFiles } from '../../streams/input.ts'

interface NamedFile extends OfficialName {
  readonly path: string
}

function namedFile(given: string): NamedFile {
  const [, name, path] = /^([a-z_\d]+(?:-diff)?)=(.+)$/s.exec(given) ?? []
  if (name !== undefined && path !== undefined) return { ...parseOfficialName(name), path }
  const named = officialNameOfFile(basename(given))
  if (named !== null) return { ...named, path: given }
  throw new Usage(
    `--official ${given}: the name does not say which language it is; write de=${given}, or de-diff=${given} for a diff`,
  )
}

export const officialPaths = (args: ParsedArgs): readonly string[] =>
  args.texts('official').map((given) => namedFile(given).path)

/** As `--called` names these files: `official-de`. */
export const calledOfficial = (args: ParsedArgs): readonly string[] =>
  args.texts('official').map((given) => `official-${officialNameOf(namedFile(given))}`)

/** Pipes are copied first. `called`: names to record, by those of `calledOfficial`. */
export async function withOfficial(
  context: CommandContext,
  args: ParsedArgs,
  called: ReadonlyMap<string, string>,
  work: (official: readonly OfficialRequest[]) => Promise<void>,
): Promise<void> {
  const files = args.texts('official').map(namedFile)
  const paths = Object.fromEntries(files.map(({ path }, at) => [String(at), path]))
  await withInputFiles(context, paths, (pathOf) =>
    work([
      ...files.map(({ path, ...of }, at) => {
        const name = called.get(`official-${officialNameOf(of)}`)
        return { ...of, file: { path: pathOf(String(at)) ?? path, ...(name !== undefined && { name }) } }
      }),
      ...emptied(args),
    ]),
  )
}

/** A language means its main file and its diff. */
const emptied = (args: ParsedArgs): OfficialRequest[] =>
  args.texts('no-official').flatMap((name) => {
    const { language, part } = parseOfficialName(name)
    const parts = part === 'diff' ? (['diff'] as const) : (['main', 'diff'] as const)
    return parts.map((each) => ({ language, part: each, file: 'empty' as const }))
  })
