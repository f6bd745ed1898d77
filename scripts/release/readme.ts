// The five lines that lie beside the executable in a download.
import type { Target } from '../build/targets.ts'

const UNQUARANTINE = 'xattr -d com.apple.quarantine'

const START: Readonly<Record<Target['format'], (file: string) => string>> = {
  pe: (file) =>
    `Unpack the zip into a folder of its own and double-click ${file}. It is not signed: if "Windows protected your PC" appears, choose More info, Run anyway.`,
  elf: (file) => `Start ./${file} in a folder of its own. It needs glibc 2.34 or newer (Debian 12, Ubuntu 22.04).`,
  macho: (file) =>
    `In a terminal: ${UNQUARANTINE} ${file}; then start ./${file} in a folder of its own. It is signed ad hoc only, and was built and inspected, not run.`,
}

/** README.txt of a download. */
export const readmeText = (target: Target, version: string, commit: string): string =>
  [
    `windrow ${version} (${target.name}, commit ${commit}): a translation server for game text in one file, with its store inside.`,
    START[target.format](target.file),
    "Your browser opens at the set-up: a password, the language, the game's files. Texts are kept in windrow-data beside it; closing the window stops it.",
    `${target.file} --help lists the commands; "shortcut" puts windrow into the menu, "doctor" looks for what is wrong, "backup FILE" makes a copy.`,
    'LICENSES.txt holds the licences of what is inside; the .cdx.json file lists it (CycloneDX). windrow itself is under the MIT licence.',
  ].join('\n') + '\n'
