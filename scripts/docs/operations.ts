// Tables about running windrow: configuration, settings, the bounds of files.
import { numeral } from '../../src/base/numeral.ts'
import { LEAVES } from '../../src/config/schema.ts'
import { SETTING_NAMES, SETTINGS, allowedValues, settingText } from '../../src/domain/settings.ts'
import * as files from '../../packages/formats/src/text-entry.ts'
import { denoPermissions } from '../../src/runtime/start-own.ts'
import { code, sizeText, table } from './markdown.ts'

export const configuration = (): string =>
  table(
    ['name', 'environment', 'default', 'values', 'meaning'],
    LEAVES.map((leaf) => [
      code(leaf.name),
      code(leaf.env),
      leaf.defaultValue === null ? 'none' : code(JSON.stringify(leaf.defaultValue)),
      leaf.expects + (leaf.unit === undefined ? '' : `, in ${leaf.unit}`),
      leaf.description + (leaf.isPath === true ? "; in a config file, relative to that file's folder" : ''),
    ]),
  )

/** The command line for Deno, in a checkout. */
export function deno(): string {
  const permissions = [...denoPermissions('', { writes: ['windrow-data'] }), '--allow-net=127.0.0.1']
  return ['deno run \\', ...permissions.map((one) => `  ${one} \\`), '  src/main.ts serve']
    .map((line) => `    ${line}`)
    .join('\n')
}

export const settings = (): string =>
  table(
    ['name', 'default', 'values', 'meaning'],
    SETTING_NAMES.map((name) => [
      code(name),
      code(settingText(SETTINGS[name].default)),
      allowedValues(name),
      SETTINGS[name].meaning,
    ]),
  )

export const formatLimits = (): string =>
  table(
    ['what', 'at most'],
    [
      ['entries of a file', numeral(files.entriesMax)],
      ['a text', sizeText(files.textBytesMax)],
      ['a block of a container, inflated', sizeText(files.blockBytesMax)],
      ['a whole file, inflated', sizeText(files.inflatedBytesMax)],
      [
        `the same for each byte of a packed file, beyond ${sizeText(files.inflatedAlways)}`,
        `${numeral(files.inflatedPerByteMax)} bytes`,
      ],
      ['a line of a dump, an element of a JSON document, a CSV record', sizeText(files.lineBytesMax)],
      ['damaged places that `--skip-damaged` passes over', numeral(files.skippedMax)],
    ],
  )

/** Every configuration value at its default, in the shape of a config file. */
export function exampleConfig(): string {
  const root: Record<string, unknown> = {}
  for (const leaf of LEAVES) {
    const [first = '', second] = leaf.name.split('.')
    if (second === undefined) root[first] = leaf.defaultValue
    else root[first] = { ...(root[first] as object | undefined), [second]: leaf.defaultValue }
  }
  return `${JSON.stringify(root, null, 2)}\n`
}
