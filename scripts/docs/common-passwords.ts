// The list of passwords that are refused, cut from a package that keeps it well.
import { readFileSync } from 'node:fs'
import { passwordLengthMin } from '../../src/app/people/password-rules.ts'

const kept = 3_000
const source = new URL('../../node_modules/@zxcvbn-ts/language-common/src/passwords.json', import.meta.url)

/** The commonest passwords that are long enough to be chosen at all (OWASP ASVS: the top 3000). */
export function commonPasswords(): string {
  const ranked = (JSON.parse(readFileSync(source, 'utf8')) as unknown[]).map(String)
  const words = ranked.filter((word) => word.length >= passwordLengthMin && /^[\w!@#%&*.+-]+$/.test(word))
  const list = {
    about: `The ${kept} commonest passwords of at least ${passwordLengthMin} characters, commonest first, in lower case. Written by scripts/docs.`,
    from: 'passwords.json of the package @zxcvbn-ts/language-common (MIT License, Copyright (c) 2012-2016 Dan Wheeler and Dropbox, Inc., 2021 @zxcvbn-ts)',
    passwords: words.slice(0, kept),
  }
  return `${JSON.stringify(list, null, 2)}\n`
}
