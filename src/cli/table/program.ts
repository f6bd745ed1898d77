// Rows of the command table: the program itself.
import type { CommandSpec } from '../command.ts'
import { FILE } from './shared.ts'

export const update: CommandSpec = {
  name: 'update',
  summary: 'Put a newer windrow in the place of this executable; the old one is kept',
  details: [
    'Connects only when it is called, and only to the address that it was built with or that is named. Nothing is changed before the signature of the list, the download and the executable are verified, the new one has started once, and the store is backed up.',
    'A new windrow upgrades the store at its first start, or by windrow upgrade-store.',
  ],
  options: [
    { name: 'check', summary: 'Only tell whether there is a newer one' },
    {
      name: 'from',
      summary: 'A folder with a downloaded release, a file in it, or the address of one',
      value: { kind: 'text', placeholder: 'FROM' },
    },
    { name: 'key', summary: 'The public key of the makers (PEM), if it is not the one built in', value: FILE },
    { name: 'back', summary: 'Put the windrow of before back', excludes: ['check', 'from', 'key'] },
  ],
  examples: ['windrow update --check', 'windrow update --from Downloads', 'windrow update --back'],
}

export const verify: CommandSpec = {
  name: 'verify',
  summary: 'Tell whether a file is of a release of windrow, by the signed list beside it',
  details: ['Asks nobody. The list is windrow-release.json, with its signature windrow-release.json.sig.'],
  arguments: [{ value: FILE, summary: 'A download of windrow, or the executable from it' }],
  options: [
    { name: 'list', summary: 'Where the list lies, if not beside the file', value: FILE, defaultText: 'beside FILE' },
    { name: 'key', summary: 'The public key of the makers (PEM), if it is not the one built in', value: FILE },
  ],
  examples: ['windrow verify windrow-linux-x64.tar.gz'],
}
