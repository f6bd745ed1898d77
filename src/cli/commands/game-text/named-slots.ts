// Whether a file's name says that it belongs to another option.
import { basename } from 'node:path'
import { slotOfFile } from '../../../app/game/game-files.ts'
import type { ImportRequest } from '../../../app/import/import-request.ts'
import { Refused } from '../../../app/refused.ts'
import { namedFile } from '../../../domain/game-language.ts'

/** Throws for a file of the first pair that is given in another's place. */
export function assertNamed(slots: ImportRequest['slots']): void {
  for (const [key, wanted] of Object.entries(slots)) {
    if (wanted === null || wanted === 'empty') continue
    const [slot, name] = [key.replace('_', '-'), wanted.name ?? basename(wanted.path)]
    const own = slotOfFile(name)
    if (own === slot || own.startsWith('__') || !/^translate_words_map_/i.test(name)) continue
    // Every name that tells nothing is one of a main file.
    if (own === 'main' && namedFile(name) === null) continue
    throw new Refused({ code: 'named_otherwise', name, own, slot })
  }
}
