// After a backup, starts the program that the configuration names (`after_backup`), such as one that copies to another machine.
import { execFile } from 'node:child_process'

const waitMsMax = 6 * 60 * 60 * 1000
const outputBytesMax = 1024 * 1024

/** Starts the program with the backup's path as its only argument. Returns why it failed; null: it did not. */
export const runAfterBackup = (program: string, path: string): Promise<string | null> =>
  new Promise((resolve) => {
    const options = { timeout: waitMsMax, maxBuffer: outputBytesMax, windowsHide: true }
    execFile(program, [path], options, (error, _, stderr) => {
      const lastLine = stderr.trim().split('\n').at(-1)
      resolve(error === null ? null : lastLine === undefined || lastLine === '' ? error.message : lastLine)
    })
  })
